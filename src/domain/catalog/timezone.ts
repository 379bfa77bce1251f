import { issueAt } from '../../platform/refusal.ts'

/** Whether this is an IANA name, spelled as in their database. Offsets such as +08:00 have no daylight saving. */
export function isTimezone(name: string): boolean {
  if (!/^[A-Z]/.test(name)) return false
  try {
    return new Temporal.ZonedDateTime(0n, name).timeZoneId === name
  } catch {
    return false
  }
}

export const UNKNOWN_TIMEZONE = issueAt('/timezone', 'issue.timezone')
