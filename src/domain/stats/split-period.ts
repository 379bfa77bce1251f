export type Period = { from: Date; to: Date }

/** Splits a period into its closed whole units, and the rest before and after them. */
export type Split = { whole: Period | null; edges: Period[] }

export const QUARTER_MS = 15 * 60 * 1000
export const HOUR_MS = 4 * QUARTER_MS
export const DAY_MS = 24 * HOUR_MS

/** A unit is a day, an hour or a quarter hour in UTC. Units before `closedUntil` are closed; null means that all are. */
export function splitPeriod({ from, to }: Period, unitMs: number, closedUntil: Date | null): Split {
  const first = Math.ceil(from.getTime() / unitMs) * unitMs
  const end = Math.floor(Math.min(to.getTime(), closedUntil?.getTime() ?? Infinity) / unitMs) * unitMs
  if (first >= end) return { whole: null, edges: from < to ? [{ from, to }] : [] }
  const whole = { from: new Date(first), to: new Date(end) }
  const edges = [
    { from, to: whole.from },
    { from: whole.to, to },
  ]
  return { whole, edges: edges.filter((edge) => edge.from < edge.to) }
}
