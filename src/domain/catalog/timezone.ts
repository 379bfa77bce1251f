/** A name of the IANA database in its own spelling. Offsets such as +08:00 know no daylight saving and are none. */
export function isTimezone(name: string): boolean {
  if (!/^[A-Z]/.test(name)) return false
  try {
    return new Temporal.ZonedDateTime(0n, name).timeZoneId === name
  } catch {
    return false
  }
}
