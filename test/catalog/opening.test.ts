import { DAYS, inOrder, type OpeningHours, type Span } from '@counterfoil/contract/hours-text.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hoursIssues } from '../../src/domain/catalog/hours-issues.ts'
import { openingAt } from '../../src/domain/catalog/opening.ts'

const KUALA_LUMPUR = 'Asia/Kuala_Lumpur'
/** Clocks change on 8 March and 1 November 2026, at 2 o'clock. The offset has half an hour. */
const ST_JOHNS = 'America/St_Johns'
/** Clocks change on 29 March and 25 October 2026. */
const BERLIN = 'Europe/Berlin'
/** Clocks change at midnight: 24 April and 29 October 2026 have 23 and 25 hours. */
const CAIRO = 'Africa/Cairo'

const at = (local: string, zone: string) =>
  Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds
const everyDay = (...spans: Span[]): OpeningHours => ({
  weekly: DAYS.flatMap((day) => spans.map((span) => ({ day, ...span }))),
  exceptions: [],
})
const WHOLE_DAY = { opens: '00:00', closes: '24:00' }
const OFFICE: OpeningHours = {
  weekly: [
    ...(['MO', 'TU', 'WE', 'TH', 'FR'] as const).map((day) => ({ day, opens: '09:00', closes: '18:00' })),
    { day: 'FR', opens: '20:00', closes: '02:00' },
  ],
  exceptions: [
    { date: '2026-11-18', hours: [], note: 'Holiday' },
    { date: '2026-11-22', hours: [{ opens: '10:00', closes: '12:00' }], note: null },
  ],
}

/** 16 November 2026 is a Monday. */
test.each<[local: string, closesAt: string | null, opensAt: string | null]>([
  ['2026-11-16T08:59:59', null, '2026-11-16T09:00'],
  ['2026-11-16T09:00', '2026-11-16T18:00', null],
  ['2026-11-16T17:59:59', '2026-11-16T18:00', null],
  ['2026-11-16T18:00', null, '2026-11-17T09:00'],
  ['2026-11-18T10:00', null, '2026-11-19T09:00'],
  ['2026-11-20T19:00', null, '2026-11-20T20:00'],
  ['2026-11-20T23:00', '2026-11-21T02:00', null],
  ['2026-11-21T01:59:59', '2026-11-21T02:00', null],
  ['2026-11-21T02:00', null, '2026-11-22T10:00'],
  ['2026-11-22T11:00', '2026-11-22T12:00', null],
])('at %s it closes at %s or opens at %s', (local, closesAt, opensAt) => {
  const moment = (text: string | null) => text && at(text, KUALA_LUMPUR)
  expect(openingAt(OFFICE, KUALA_LUMPUR, at(local, KUALA_LUMPUR))).toEqual({
    isOpen: closesAt !== null,
    closesAt: moment(closesAt),
    opensAt: moment(opensAt),
  })
})

test('hours that touch are one span, also over midnight; a change after more than a week is not named', () => {
  const now = at('2026-11-16T10:00', KUALA_LUMPUR)
  const lateAndEarly: OpeningHours = {
    weekly: [
      { day: 'MO', opens: '09:00', closes: '24:00' },
      { day: 'TU', opens: '00:00', closes: '03:00' },
    ],
    exceptions: [],
  }
  expect(openingAt(lateAndEarly, KUALA_LUMPUR, now).closesAt).toBe(at('2026-11-17T03:00', KUALA_LUMPUR))
  expect(openingAt(everyDay(WHOLE_DAY), KUALA_LUMPUR, now)).toEqual({
    isOpen: true,
    closesAt: null,
    opensAt: null,
  })
  const never = { weekly: [], exceptions: [] }
  expect(openingAt(never, KUALA_LUMPUR, now)).toEqual({ isOpen: false, closesAt: null, opensAt: null })
  const inNineDays = { weekly: [], exceptions: [{ date: '2026-11-25', hours: [WHOLE_DAY], note: null }] }
  expect(openingAt(inNineDays, KUALA_LUMPUR, now).opensAt).toBeNull()
})

test.each([
  [BERLIN, '2026-03-29', 23],
  [BERLIN, '2026-10-25', 25],
  [ST_JOHNS, '2026-03-08', 23],
  [ST_JOHNS, '2026-11-01', 25],
  [CAIRO, '2026-04-24', 23],
  [CAIRO, '2026-10-29', 25],
])('a whole day in %s on %s has %i hours', (zone, date, hours) => {
  const onDate = { weekly: [], exceptions: [{ date, hours: [WHOLE_DAY], note: null }] }
  const before = at(`${date}T00:00`, zone) - 6 * 3600_000
  const { opensAt } = openingAt(onDate, zone, before)
  expect(opensAt).not.toBeNull()
  const { closesAt } = openingAt(onDate, zone, opensAt as number)
  expect(((closesAt as number) - (opensAt as number)) / 3600_000).toBe(hours)
})

test('a time that the clock skips is the moment of the skip; a time that comes twice is the first one', () => {
  const skipped = everyDay({ opens: '02:30', closes: '06:00' })
  expect(openingAt(skipped, BERLIN, at('2026-03-29T01:00', BERLIN)).opensAt).toBe(
    at('2026-03-29T03:00', BERLIN),
  )
  const allSkipped = everyDay({ opens: '02:15', closes: '02:45' })
  expect(openingAt(allSkipped, BERLIN, at('2026-03-29T01:00', BERLIN)).opensAt).toBe(
    at('2026-03-30T02:15', BERLIN),
  )
  const twice = everyDay({ opens: '00:30', closes: '02:30' })
  const first = Temporal.Instant.from('2026-10-25T00:30:00Z').epochMilliseconds
  expect(openingAt(twice, BERLIN, at('2026-10-25T01:00', BERLIN)).closesAt).toBe(first)
})

const ZONES = [KUALA_LUMPUR, ST_JOHNS, BERLIN, CAIRO, 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC']
const zone = fc.constantFrom(...ZONES)
const moment = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
  .map((date) => date.getTime())
const time = fc.integer({ min: 0, max: 95 }).map((quarter) => {
  const [hours, minutes] = [Math.floor(quarter / 4), (quarter % 4) * 15]
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
})
const span = fc.record({ opens: time, closes: fc.oneof(time, fc.constant('24:00')) })
/** Around the changes of the clocks, too. */
const date = fc.constantFrom(
  '2026-03-08',
  '2026-03-29',
  '2026-04-24',
  '2026-10-25',
  '2026-11-01',
  '2027-02-14',
)
const hours = fc
  .record({
    weekly: fc.array(fc.tuple(fc.constantFrom(...DAYS), span), { maxLength: 12 }),
    exceptions: fc.uniqueArray(
      fc.record({ date, hours: fc.array(span, { maxLength: 2 }), note: fc.constant(null) }),
      { maxLength: 4, selector: (exception) => exception.date },
    ),
  })
  .map(
    ({ weekly, exceptions }): OpeningHours => ({
      weekly: weekly.map(([day, one]) => ({ day, ...one })),
      exceptions,
    }),
  )
  .filter((one) => hoursIssues({ openingHours: one }).length === 0)

/** The clock on the wall decides. It is right except in an hour that comes twice. */
function isOpenByWallClock({ weekly, exceptions }: OpeningHours, inZone: string, now: number): boolean {
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(inZone)
  const clock = local.toPlainTime().toString().slice(0, 5)
  const spansOf = (day: Temporal.PlainDate): Span[] =>
    exceptions.find((one) => one.date === day.toString())?.hours ??
    weekly.filter((one) => one.day === DAYS[day.dayOfWeek - 1])
  const today = spansOf(local.toPlainDate())
  const yesterday = spansOf(local.toPlainDate().subtract({ days: 1 }))
  return (
    today.some(({ opens, closes }) => clock >= opens && (clock < closes || closes <= opens)) ||
    yesterday.some(({ opens, closes }) => closes <= opens && clock < closes)
  )
}

const isNearClockChange = (inZone: string, now: number) => {
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(inZone)
  const offsets = [-3, 0, 3].map((hoursAway) => local.add({ hours: hoursAway }).offset)
  return new Set(offsets).size > 1
}

test('it is open when the clock on the wall says so', () => {
  fc.assert(
    fc.property(hours, zone, moment, (one, inZone, now) => {
      fc.pre(!isNearClockChange(inZone, now))
      expect(openingAt(one, inZone, now).isOpen).toBe(isOpenByWallClock(one, inZone, now))
    }),
    { numRuns: 500 },
  )
})

test('the state holds until the named time, and changes then', () => {
  fc.assert(
    fc.property(hours, zone, moment, fc.double({ min: 0, max: 1, noNaN: true }), (one, inZone, now, part) => {
      const { isOpen, closesAt, opensAt } = openingAt(one, inZone, now)
      const change = isOpen ? closesAt : opensAt
      expect(isOpen ? opensAt : closesAt).toBeNull()
      if (change === null) return
      expect(change).toBeGreaterThan(now)
      const between = now + Math.floor((change - now - 1) * part)
      expect(openingAt(one, inZone, between)).toEqual({ isOpen, closesAt, opensAt })
      expect(openingAt(one, inZone, change).isOpen).toBe(!isOpen)
    }),
    { numRuns: 500 },
  )
})

test('the order of the hours makes no difference', () => {
  fc.assert(
    fc.property(hours, zone, moment, (one, inZone, now) => {
      expect(openingAt(inOrder(one), inZone, now)).toEqual(openingAt(one, inZone, now))
    }),
  )
})
