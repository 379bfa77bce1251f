/** RFC 3339, section 5.6, with the offsets that PostgreSQL accepts. */
const DATE_TIME =
  /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d):(\d\d)(\.\d{1,30})?([Zz]|[+-](?:0\d|1[0-5])(?::?[0-5]\d)?)$/

const DAY_MS = 24 * 60 * 60 * 1000
const LAST_MINUTE_OF_DAY_MS = DAY_MS - 60_000
export const FIRST_TIME_MS = Date.parse('0001-01-01T00:00:00Z')
const AFTER_LAST_TIME_MS = Date.parse('9999-12-31T23:59:59.999Z') + 1

/**
 * Reads the time in a request, or returns null if it is not valid. The database parses the same text, so this function
 * must agree with it: it rounds to microseconds, of which we show milliseconds, and reads a leap second as the first
 * second of the next day. Only the years 1 to 9999 in UTC fit our time format.
 */
export function readTime(text: string): Date | null {
  const [, date, minute, second, fraction = '', offset] = DATE_TIME.exec(text) ?? []
  const minuteMs = readMinute(`${date}T${minute}${offset}`)
  if (minuteMs === null) return null
  const seconds = Number(second)
  const isLeap = seconds === 60 && minuteMs - Math.floor(minuteMs / DAY_MS) * DAY_MS === LAST_MINUTE_OF_DAY_MS
  const microseconds = Math.round(Number(`0${fraction}`) * 1_000_000)
  // The database refuses fractions of a leap second.
  if (seconds > 59 && !(isLeap && microseconds === 0)) return null
  const ms = minuteMs + seconds * 1000 + Math.floor(microseconds / 1000)
  return ms >= FIRST_TIME_MS && ms < AFTER_LAST_TIME_MS ? new Date(ms) : null
}

function readMinute(text: string): number | null {
  try {
    return Temporal.Instant.from(text).epochMilliseconds
  } catch {
    return null
  }
}
