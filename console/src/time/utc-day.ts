const DAY_MS = 24 * 3_600_000

/** Days in UTC. A period ends where its last day ends, exclusively. */
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
