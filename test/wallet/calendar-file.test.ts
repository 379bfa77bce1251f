import { expect, test } from 'vitest'
import { writeCalendar } from '../../src/domain/wallet/calendar-file.ts'

const now = new Date('2026-11-18T08:30:15.250Z')
const write = (changes: object = {}) =>
  writeCalendar({ uid: 'voucher-1@counterfoil', summary: 'Free kopi', ends: '2026-12-24', ...changes }, now)
const unfolded = (file: string) => file.replaceAll('\r\n ', '').split('\r\n')

test('a whole day: one event without a time zone, with a reminder at 9 on the day before', () => {
  expect(write()).toBe(
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Counterfoil//Vouchers//EN',
      'METHOD:PUBLISH',
      'BEGIN:VEVENT',
      'UID:voucher-1@counterfoil',
      'DTSTAMP:20261118T083015Z',
      'DTSTART;VALUE=DATE:20261224',
      'SUMMARY:Free kopi',
      'TRANSP:TRANSPARENT',
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'DESCRIPTION:Free kopi',
      'TRIGGER:-PT15H',
      'END:VALARM',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  )
})

test('a moment: the hour before it in UTC, with a reminder a day before', () => {
  const lines = write({ ends: new Date('2026-12-24T00:30:00Z') }).split('\r\n')
  expect(lines.filter((line) => /^(DT(START|END)|TRIGGER)/.test(line))).toEqual([
    'DTSTART:20261223T233000Z',
    'DTEND:20261224T003000Z',
    'TRIGGER:-P1D',
  ])
})

test('commas, semicolons, backslashes and line breaks are escaped, so that no text becomes another line', () => {
  const summary = 'Kopi, tea; cake\\bun\r\nEND:VEVENT\nx\ry'
  expect(unfolded(write({ summary }))).toContain('SUMMARY:Kopi\\, tea\\; cake\\\\bun\\nEND:VEVENT\\nx\\ny')
})

test('a line has at most 75 octets, and no character is divided', () => {
  for (const letter of ['a', 'é', '券', '🎂']) {
    const summary = letter.repeat(200)
    const file = write({ summary })
    for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(file).not.toContain('\ufffd')
    expect(unfolded(file)).toContain(`SUMMARY:${summary}`)
  }
})
