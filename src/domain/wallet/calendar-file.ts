/** An event on a whole day, or in the hour before a moment. */
export type CalendarEvent = {
  uid: string
  summary: string
  /** A date (`2026-12-24`), or the moment at which the event ends. */
  ends: string | Date
}

const HOUR_MS = 3_600_000
/** A line has at most 75 octets, without its break. */
const MAX_LINE_OCTETS = 75

/**
 * An iCalendar file (RFC 5545). A whole day has no time zone, so it is the same day everywhere. A moment is written in UTC,
 * so that it needs no description of a time zone. The calendar reminds at 9 on the day before, or a day before the moment.
 */
export function writeCalendar({ uid, summary, ends }: CalendarEvent, writtenAt: Date): string {
  const isWholeDay = typeof ends === 'string'
  const times = isWholeDay
    ? [`DTSTART;VALUE=DATE:${ends.replaceAll('-', '')}`]
    : [`DTSTART:${utc(new Date(ends.getTime() - HOUR_MS))}`, `DTEND:${utc(ends)}`]
  const text = escapeText(summary)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Counterfoil//Vouchers//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${utc(writtenAt)}`,
    ...times,
    `SUMMARY:${text}`,
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${text}`,
    `TRIGGER:${isWholeDay ? '-PT15H' : '-P1D'}`,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

/** `20261224T155900Z` */
const utc = (time: Date) => `${time.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

function escapeText(text: string): string {
  return text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r\n|\r|\n/g, '\\n')
}

/** Breaks a long line before the character that does not fit. The next line continues after a space. */
function fold(line: string): string {
  let folded = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > MAX_LINE_OCTETS) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += size
  }
  return folded
}
