export type Period = { from: Date; to: Date }

/** Splits a period into its closed whole units, and the rest before and after them. */
export type Split = { whole: Period | null; edges: Period[] }

export const QUARTER_MS = 15 * 60 * 1000
export const HOUR_MS = 4 * QUARTER_MS
export const DAY_MS = 24 * HOUR_MS
const WEEK_MS = 7 * DAY_MS

/** A Monday. Weeks are counted from it, all other units from 1970. */
const FIRST_WEEK_MS = Date.UTC(1970, 0, 5)

/**
 * A unit is a week, a day, an hour or a quarter hour in UTC. Units before `closedUntil` are closed; null means that all
 * are.
 */
export function splitPeriod({ from, to }: Period, unitMs: number, closedUntil: Date | null): Split {
  const originMs = unitMs === WEEK_MS ? FIRST_WEEK_MS : 0
  const startOf = (ms: number, round: (units: number) => number) =>
    originMs + round((ms - originMs) / unitMs) * unitMs
  const first = startOf(from.getTime(), Math.ceil)
  const end = startOf(Math.min(to.getTime(), closedUntil?.getTime() ?? Infinity), Math.floor)
  if (first >= end) return { whole: null, edges: from < to ? [{ from, to }] : [] }
  const whole = { from: new Date(first), to: new Date(end) }
  const edges = [
    { from, to: whole.from },
    { from: whole.to, to },
  ]
  return { whole, edges: edges.filter((edge) => edge.from < edge.to) }
}

/** A split into days, whose closed days are split into whole weeks and the days beside them. */
export type WeekSplit = Split & { weeks: Period | null; days: Period[] }

export function splitByWeek(period: Period, closedUntil: Date): WeekSplit {
  const split = splitPeriod(period, DAY_MS, closedUntil)
  const closed = split.whole && splitPeriod(split.whole, WEEK_MS, null)
  return { ...split, weeks: closed?.whole ?? null, days: closed?.edges ?? [] }
}
