const DAY_MS = 24 * 3_600_000

export type Period = { from: string; to: string }

/** The last days in UTC, today included. */
export function lastDays(days: number, now: Date): Period {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  return {
    from: new Date(today - (days - 1) * DAY_MS).toISOString(),
    to: new Date(today + DAY_MS).toISOString(),
  }
}

/** The last day of a period, which ends where that day ends. */
export function lastDayOf({ to }: Period): string {
  return new Date(Date.parse(to) - 1).toISOString().slice(0, 10)
}

export function firstDayOf({ from }: Period): string {
  return from.slice(0, 10)
}

export function startOf(day: string): string {
  return `${day}T00:00:00.000Z`
}

export function endOf(day: string): string {
  return new Date(Date.parse(startOf(day)) + DAY_MS).toISOString()
}
