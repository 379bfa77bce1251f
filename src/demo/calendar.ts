import type { Days } from './demo-merchant.ts'

/** The first and the last moment of whole days in a time zone; null where a side is open. */
export function momentsOf(
  { from, until }: Days,
  timezone: string,
  now: Date,
): { from: string | null; until: string | null } {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timezone)
    .startOfDay()
  const midnight = (days: number) => today.add({ days }).epochMilliseconds
  return {
    from: from === undefined ? null : new Date(midnight(from)).toISOString(),
    until: until === undefined ? null : new Date(midnight(until + 1) - 1).toISOString(),
  }
}
