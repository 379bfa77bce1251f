import type { Stats } from '@counterfoil/contract/admin/stats.ts'
import type { Static } from 'typebox'
import type { CountedUnit, RefusedUnit } from './series-queries.ts'

export type Refused = Static<typeof Stats>['refused']

/** The stats of each unit, by its place in the series. A unit without rows counted nothing. */
export function seriesOf(units: number, counted: CountedUnit[], refused: RefusedUnit[]) {
  const countsOf = new Map(counted.map((row) => [row.unit, row]))
  const refusedOf = Map.groupBy(refused, ({ unit }) => unit)
  return Array.from({ length: units }, (_, index) => {
    const { claims = 0, redemptions = 0, flagged = 0 } = countsOf.get(index + 1) ?? {}
    const ofUnit = refusedOf.get(index + 1) ?? []
    return {
      ...{ claims, redemptions, flagged },
      refused: sum(ofUnit, ({ count }) => count),
      refusedByReason: byReason(ofUnit),
    }
  })
}

/** Lists the most frequent reason first. */
export function byReason(rows: { reason: string; count: number }[]): Refused {
  const counts = new Map<string, number>()
  for (const { reason, count } of rows) counts.set(reason, (counts.get(reason) ?? 0) + count)
  return [...counts]
    .sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
    .map(([reason, count]) => ({ reason: reason as Refused[number]['reason'], count }))
}

export function sum<T>(rows: T[], of: (row: T) => number): number {
  return rows.reduce((total, row) => total + of(row), 0)
}
