import type { Stats } from '@counterfoil/contract/admin/stats.ts'
import type { Static } from 'typebox'

type StatsBody = Static<typeof Stats>
export type Refused = StatsBody['refused']

/** Rows by day or hour. A day or hour without rows counted nothing. */
export type CountedRows<Unit extends 'day' | 'hour'> = {
  redeemed: ({ redemptions: number; flagged: number } & Record<Unit, string>)[]
  claimed: ({ claims: number } & Record<Unit, string>)[]
  refused: ({ reason: string; count: number } & Record<Unit, string>)[]
}

/** The stats of each unit, by its start. */
export function seriesOf<Unit extends 'day' | 'hour'>(
  unit: Unit,
  starts: string[],
  { redeemed, claimed, refused }: CountedRows<Unit>,
) {
  const redemptionsOf = new Map<string, (typeof redeemed)[number]>(redeemed.map((row) => [row[unit], row]))
  const claimsOf = new Map<string, (typeof claimed)[number]>(claimed.map((row) => [row[unit], row]))
  const refusedOf = Map.groupBy(refused, (row): string => row[unit])
  return starts.map((start) => {
    const ofUnit = refusedOf.get(start) ?? []
    return {
      ...({ [unit]: start } as Record<Unit, string>),
      claims: claimsOf.get(start)?.claims ?? 0,
      redemptions: redemptionsOf.get(start)?.redemptions ?? 0,
      flagged: redemptionsOf.get(start)?.flagged ?? 0,
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

/** Every unit of this length in UTC that overlaps the period, by its start. */
export function startsBetween(from: Date, to: Date, unitMs: number): Date[] {
  const first = Math.floor(from.getTime() / unitMs)
  const last = Math.ceil(to.getTime() / unitMs)
  return Array.from({ length: from < to ? last - first : 0 }, (_, i) => new Date((first + i) * unitMs))
}

export function sum<T>(rows: T[], of: (row: T) => number): number {
  return rows.reduce((total, row) => total + of(row), 0)
}
