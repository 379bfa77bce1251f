import type { getStats } from '@counterfoil/contract/admin/stats.ts'
import type { ResponseBody } from '../api/call.ts'

export type StatsGroup = ResponseBody<typeof getStats>['groups'][number]

export const COLUMNS = ['name', 'redemptions', 'before', 'change', 'claims', 'flagged', 'refused'] as const
export type ColumnName = (typeof COLUMNS)[number]

const VALUES: Record<Exclude<ColumnName, 'name'>, (group: StatsGroup) => number | null> = {
  redemptions: ({ redemptions }) => redemptions,
  before: ({ previous }) => previous?.redemptions ?? null,
  change: ({ redemptions, previous }) => previous && redemptions - previous.redemptions,
  claims: ({ claims }) => claims,
  flagged: ({ flagged }) => flagged,
  refused: ({ refused }) => refused,
}

/** Numbers: the largest first, unknown ones last. Names: from A to Z. */
export function sortGroups(groups: StatsGroup[], column: ColumnName): StatsGroup[] {
  if (column === 'name') return groups.toSorted((a, b) => a.name.localeCompare(b.name))
  const value = VALUES[column]
  return groups.toSorted((a, b) => (value(b) ?? -Infinity) - (value(a) ?? -Infinity) || 0)
}
