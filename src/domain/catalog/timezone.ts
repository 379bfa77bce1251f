/**
 * Whether the name is an IANA time zone, spelled as in its database. Offsets such as +08:00 are refused, because they have
 * no daylight saving.
 */
export function isTimezone(name: string): boolean {
  if (!/^[A-Z]/.test(name)) return false
  try {
    return new Temporal.ZonedDateTime(0n, name).timeZoneId === name
  } catch {
    return false
  }
}
