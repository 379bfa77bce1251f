const DAY_MS = 24 * 3_600_000

/** Days in UTC, as the stats have them. A period ends where its last day ends, exclusively. */
export function startOfDay(day: string): string {
  return `${day}T00:00:00.000Z`
}

export function endOfDay(day: string): string {
  return new Date(Date.parse(startOfDay(day)) + DAY_MS).toISOString()
}

export function firstDayOf(from: string): string {
  return from.slice(0, 10)
}

export function lastDayOf(to: string): string {
  return new Date(Date.parse(to) - 1).toISOString().slice(0, 10)
}

/** The last days, today included. */
export function lastDays(days: number, now: Date): { from: string; to: string } {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  return {
    from: new Date(today - (days - 1) * DAY_MS).toISOString(),
    to: new Date(today + DAY_MS).toISOString(),
  }
}
