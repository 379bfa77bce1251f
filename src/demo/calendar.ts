import type { Days } from './demo-merchant.ts'

/** The first and last moment of a period of whole days in a time zone; null if it has no start or no end. */
export function periodOf(
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
