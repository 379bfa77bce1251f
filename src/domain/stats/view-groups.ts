import type { Stats } from '@counterfoil/contract/admin/stats.ts'
import type { Static } from 'typebox'
import { addUp } from '../../platform/cells/merge.ts'
import { countByGroup, type Grouping, type GroupRow } from './group-queries.ts'
import { type Period, splitByWeek } from './split-period.ts'
import { countInSources, type StatsScope } from './stats-scope.ts'

type Grouped = Pick<Static<typeof Stats>, 'groups' | 'others'>

/** The groups with the most redemptions, and the sum of all others. `limit` null: all groups. */
export async function viewGroups(
  scope: StatsScope,
  grouping: Grouping,
  limit: number | null,
): Promise<Grouped> {
  const { period, previous, sources, filterOf } = scope
  const isJoined = sources.length > 1
  const counted = await countInSources(scope, ({ db, progress }) => {
    const of = (one: Period) => ({
      filter: filterOf(one),
      split: splitByWeek(one, progress.groupDaysUntil),
    })
    const limitHere = isJoined && OF_SEVERAL_CELLS.has(grouping) ? null : limit
    return countByGroup(db, grouping, {
      current: of(period),
      previous: previous && of(previous),
      limit: limitHere,
    })
  })
  const rows = isJoined ? joinGroups(counted, limit) : counted
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

/** The others are in one cell each, so the first ones of each cell are among the first ones of all. */
const OF_SEVERAL_CELLS: ReadonlySet<Grouping> = new Set(['partner', 'category'])
const COUNTS = [
  ...(['redemptions', 'refused', 'claims', 'previousRedemptions', 'flagged'] as const),
  ...(['previousClaims', 'previousFlagged', 'previousRefused'] as const),
]
const RANK = ['redemptions', 'refused', 'claims', 'previousRedemptions'] as const

/** The first groups of all cells, and the sum of all others, sorted as `countByGroup` does. */
function joinGroups(rows: GroupRow[], limit: number | null): GroupRow[] {
  const isNamed = rows.filter(({ id }) => id !== null)
  const ranked = addUp(isNamed, ({ id }) => id ?? '', COUNTS).sort(byRank(({ id }) => id ?? ''))
  const listed = limit === null ? ranked : ranked.slice(0, limit)
  const rest = [...ranked.slice(listed.length), ...rows.filter(({ id }) => id === null)]
  const [others] = addUp(rest, () => '', [...COUNTS, 'groups'])
  listed.sort(byRank(({ name }) => name ?? ''))
  return others
    ? [...listed, { ...others, id: null, name: null, merchantId: null, merchantName: null }]
    : listed
}

const byRank = (last: (row: GroupRow) => string) => (one: GroupRow, other: GroupRow) => {
  for (const column of RANK) if (one[column] !== other[column]) return other[column] - one[column]
  return last(one) < last(other) ? -1 : 1
}

const NO_OTHERS: GroupRow = {
  ...{ id: null, name: null, merchantId: null, merchantName: null, groups: 0 },
  ...{ claims: 0, redemptions: 0, flagged: 0, refused: 0 },
  ...{ previousClaims: 0, previousRedemptions: 0, previousFlagged: 0, previousRefused: 0 },
}
