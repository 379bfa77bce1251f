import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTime } from '../../src/platform/input/time.ts'
import { createHarness } from '../support/harness.ts'

const { db } = await createHarness()

test.each([
  ['2026-12-31T23:59:59Z', '2026-12-31T23:59:59.000Z'],
  ['2026-12-31T23:59:59.1239999999999Z', '2026-12-31T23:59:59.124Z'],
  ['2026-12-31t23:59:60z', '2027-01-01T00:00:00.000Z'],
  ['2026-12-31 23:59:59+0800', '2026-12-31T15:59:59.000Z'],
  ['2026-12-31T23:59:59-03', '2027-01-01T02:59:59.000Z'],
  ['9999-12-31T23:59:59.999999Z', '9999-12-31T23:59:59.999Z'],
  ['9999-12-31T23:59:59.9999994Z', '9999-12-31T23:59:59.999Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ['0050-01-01T00:00:00.5+01:00', '0049-12-31T23:00:00.500Z'],
])('%s is %s', (text, expected) => {
  expect(readTime(text)?.toISOString()).toBe(expected)
})

test.each([
  ['a fraction that rounds into the year 10000', '9999-12-31T23:59:59.9999999Z'],
  ['a leap second into the year 10000', '9999-12-31T23:59:60Z'],
  ['an offset into the year 10000', '9999-12-31T23:59:59-01:00'],
  ['an offset into the year 0', '0001-01-01T00:00:00+01:00'],
  ['the year 0', '0000-06-01T00:00:00Z'],
  ['five digits of a year', '+10000-01-01T00:00:00Z'],
  ['a day that does not exist', '2026-02-29T00:00:00Z'],
  ['a month that does not exist', '2026-13-01T00:00:00Z'],
  ['the hour 24', '2026-12-31T24:00:00Z'],
  ['a leap second in the middle of a day', '2026-12-31T12:59:60Z'],
  ['a fraction of a leap second', '2026-12-31T23:59:60.5Z'],
  ['no offset', '2026-12-31T23:59:59'],
  ['an offset of a day', '2026-12-31T23:59:59+24:00'],
  ['an offset that the database does not know', '2026-12-31T23:59:59+16:00'],
  ['a date alone', '2026-12-31'],
  ['a zone behind the offset', '2026-12-31T23:59:59Z[UTC]'],
  ['a line break in the middle', '2026-12-31\n23:59:59Z'],
  ['more than a time', ' 2026-12-31T23:59:59Z'],
  ['a word', 'infinity'],
  ['nothing', ''],
])('null: %s', (_name, text) => {
  expect(readTime(text)).toBeNull()
})

const two = (max: number) => fc.integer({ min: 0, max }).map((n) => String(n).padStart(2, '0'))
const texts = fc
  .tuple(
    fc.oneof(fc.constantFrom('0001-01-01', '9999-12-31', '2024-02-29'), fc.date().map(dayOf)),
    fc.constantFrom('T', 't', ' '),
    fc.oneof(
      fc.constantFrom('23:59:59', '23:59:60', '00:00:00'),
      fc.tuple(two(23), two(59), two(59)).map(joined),
    ),
    fc.oneof(
      fc.constant(''),
      fc.constantFrom('.9999995', '.9999994', '.0009995', '.123456789'),
      fc.stringMatching(/^\.\d{1,15}$/),
    ),
    fc.oneof(fc.constantFrom('Z', 'z'), fc.tuple(fc.constantFrom('+', '-'), two(15), two(59)).map(offsetOf)),
  )
  .map((parts) => parts.join(''))

function dayOf(date: Date): string {
  return Number.isNaN(date.getTime()) ? '2026-01-01' : date.toISOString().replace(/T.*/, '')
}
function joined(parts: string[]): string {
  return parts.join(':')
}
function offsetOf([sign, hours, minutes]: [string, string, string]): string {
  return `${sign}${hours}:${minutes}`
}

test('the database reads every accepted time as we do, to the millisecond', async () => {
  const accepted = fc
    .sample(texts, 5000)
    .flatMap((text) => (readTime(text) === null ? [] : [{ text, time: readTime(text)?.toISOString() }]))
  expect(accepted.length).toBeGreaterThan(1000)
  const rows = await db`
    select given.text, given.text::timestamptz as time
    from unnest(${accepted.map(({ text }) => text)}::text[]) with ordinality as given (text, place)
    order by given.place`
  expect([...rows]).toEqual(accepted)
})
