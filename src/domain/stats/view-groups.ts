import type { Stats } from '@counterfoil/contract/admin/stats.ts'
import type { Static } from 'typebox'
import { countByGroup, type Grouping, type GroupRow } from './group-queries.ts'
import { type Period, splitByWeek } from './split-period.ts'
import type { StatsScope } from './stats-scope.ts'

type Grouped = Pick<Static<typeof Stats>, 'groups' | 'others'>

/** The groups with the most redemptions, and the sum of all others. `limit` null: all groups. */
export async function viewGroups(
  { db, filterOf, period, previous, progress }: StatsScope,
  grouping: Grouping,
  limit: number | null,
): Promise<Grouped> {
  const of = (one: Period) => ({
    filter: filterOf(one),
    split: splitByWeek(one, progress.groupDaysUntil),
  })
  const rows = await countByGroup(db, grouping, {
    current: of(period),
    previous: previous && of(previous),
    limit,
  })
  const hasClaims = grouping !== 'outlet'
  const countsOf = (row: GroupRow) => ({
    claims: hasClaims ? row.claims : null,
    ...{ redemptions: row.redemptions, flagged: row.flagged },
    refused: row.refused,
    previous: previous && {
      claims: hasClaims ? row.previousClaims : null,
      ...{ redemptions: row.previousRedemptions, flagged: row.previousFlagged },
      refused: row.previousRefused,
    },
  })
  const others = rows.find(({ id }) => id === null) ?? NO_OTHERS
  return {
    groups: rows.flatMap(({ id, name, merchantId, merchantName, ...row }) =>
      id === null
        ? []
        : [{ id, name: name ?? '', merchantId, merchantName, ...countsOf({ ...NO_OTHERS, ...row }) }],
    ),
    others: { groups: others.groups, ...countsOf(others) },
  }
}

const NO_OTHERS: GroupRow = {
  ...{ id: null, name: null, merchantId: null, merchantName: null, groups: 0 },
  ...{ claims: 0, redemptions: 0, flagged: 0, refused: 0 },
  ...{ previousClaims: 0, previousRedemptions: 0, previousFlagged: 0, previousRefused: 0 },
}
