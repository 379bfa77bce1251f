import type { Stats } from '@counterfoil/contract/admin/stats.ts'
import { csvLine } from '@counterfoil/contract/csv-line.ts'
import { plainText } from '@counterfoil/contract/markup.ts'
import type { Static } from 'typebox'
import type { CsvColumn } from '../../platform/csv/csv-stream.ts'
import type { ReadingDeps } from '../../platform/database/for-reading.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Caller } from '../actors/caller.ts'
import type { RefusalsDeps } from '../refusals/refusal-log.ts'
import type { Grouping } from './group-queries.ts'
import type { StatsQuery } from './stats-query.ts'
import { openStatsScope } from './stats-scope.ts'
import { viewGroups } from './view-groups.ts'

type Group = Static<typeof Stats>['groups'][number]

const COLUMNS: CsvColumn<Group>[] = [
  ['id', ({ id }) => id],
  ['name', ({ name }) => plainText(name)],
  ['merchantId', ({ merchantId }) => merchantId],
  ['merchantName', ({ merchantName }) => merchantName],
  ['redemptions', ({ redemptions }) => redemptions],
  ['previousRedemptions', ({ previous }) => previous?.redemptions ?? null],
  ['claims', ({ claims }) => claims],
  ['previousClaims', ({ previous }) => previous?.claims ?? null],
  ['flagged', ({ flagged }) => flagged],
  ['previousFlagged', ({ previous }) => previous?.flagged ?? null],
  ['refused', ({ refused }) => refused],
  ['previousRefused', ({ previous }) => previous?.refused ?? null],
]

/** All groups as CSV. They are few enough for memory: at most one for each outlet or voucher. */
export async function exportStats(
  deps: RefusalsDeps & ReadingDeps,
  caller: Caller,
  query: StatsQuery & { groupBy: Grouping },
): Promise<string | Refusal> {
  const scope = await openStatsScope(deps, caller, query)
  if (scope instanceof Refusal) return scope
  const { groups } = await viewGroups(scope, query.groupBy, null)
  const lines = groups.map((group) => csvLine(COLUMNS.map(([, cell]) => cell(group))))
  return csvLine(COLUMNS.map(([name]) => name)) + lines.join('')
}
