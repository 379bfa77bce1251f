import { expect, test } from 'vitest'
import { localDays, localHours } from '../../src/domain/stats/local-units.ts'
import { previousPeriod } from '../../src/domain/stats/previous-period.ts'

const KL = 'Asia/Kuala_Lumpur'
/** `2026-11-18 16:30` in a zone. */
const at = (wall: string, zone: string) =>
  new Date(Temporal.PlainDateTime.from(wall.replace(' ', 'T')).toZonedDateTime(zone).epochMilliseconds)
const wallOf = (time: Date, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(time.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
    .replace('T', ' ')

const NOW = '2026-11-18 16:30'

test.each([
  [
    'yesterday: the day before',
    '2026-11-17 00:00',
    '2026-11-18 00:00',
    '2026-11-16 00:00',
    '2026-11-17 00:00',
  ],
  [
    'today: yesterday until this time',
    '2026-11-18 00:00',
    '2026-11-19 00:00',
    '2026-11-17 00:00',
    '2026-11-17 16:30',
  ],
  ['7 days with today', '2026-11-12 00:00', '2026-11-19 00:00', '2026-11-05 00:00', '2026-11-11 16:30'],
  [
    'last month: the whole month before',
    '2026-10-01 00:00',
    '2026-11-01 00:00',
    '2026-09-01 00:00',
    '2026-10-01 00:00',
  ],
  [
    'this month: as much of last month',
    '2026-11-01 00:00',
    '2026-12-01 00:00',
    '2026-10-01 00:00',
    '2026-10-18 16:30',
  ],
  [
    'a quarter: the quarter before',
    '2026-07-01 00:00',
    '2026-10-01 00:00',
    '2026-04-01 00:00',
    '2026-07-01 00:00',
  ],
  [
    'two hours: the same hours of the day before',
    '2026-11-10 08:00',
    '2026-11-10 10:00',
    '2026-11-09 08:00',
    '2026-11-09 10:00',
  ],
  ['a period in the future', '2026-12-02 00:00', '2026-12-03 00:00', '2026-12-01 00:00', '2026-12-02 00:00'],
])('previous period of %s', (_title, from, to, previousFrom, previousTo) => {
  const period = { from: at(from, KL), to: at(to, KL) }
  const previous = previousPeriod(period, { timezone: KL, now: at(NOW, KL), isOpen: false })
  expect([wallOf(previous.from, KL), wallOf(previous.to, KL)]).toEqual([previousFrom, previousTo])
})

test('without an end, a period that starts with a month is compared as the running month', () => {
  const period = { from: at('2026-11-01 00:00', KL), to: at(NOW, KL) }
  const previous = previousPeriod(period, { timezone: KL, now: period.to, isOpen: true })
  expect([wallOf(previous.from, KL), wallOf(previous.to, KL)]).toEqual([
    '2026-10-01 00:00',
    '2026-10-18 16:30',
  ])
})

test('on 31 March, the elapsed part of February ends with February', () => {
  const [from, to] = [at('2026-03-01 00:00', KL), at('2026-04-01 00:00', KL)]
  const previous = previousPeriod(
    { from, to },
    { timezone: KL, now: at('2026-03-31 12:00', KL), isOpen: false },
  )
  expect(previous).toEqual({ from: at('2026-02-01 00:00', KL), to: from })
})

test('a day of 25 hours is compared with the day before, which has 24', () => {
  const zone = 'America/St_Johns'
  const period = { from: at('2026-11-01 00:00', zone), to: at('2026-11-02 00:00', zone) }
  const { from, to } = previousPeriod(period, {
    timezone: zone,
    now: at('2026-11-05 00:00', zone),
    isOpen: false,
  })
  expect([period.to.getTime() - period.from.getTime(), to.getTime() - from.getTime()]).toEqual([
    25 * 3_600_000,
    24 * 3_600_000,
  ])
  expect(to).toEqual(period.from)
})

test.each([
  ['23 hours in spring', '2026-03-08', 23, '2026-03-08T03:30:00.000Z'],
  ['25 hours in autumn', '2026-11-01', 25, '2026-11-01T02:30:00.000Z'],
  ['24 hours otherwise', '2026-06-01', 24, '2026-06-01T02:30:00.000Z'],
])('a day in St. John’s has %s', (_title, date, count, start) => {
  const zone = 'America/St_Johns'
  const day = Temporal.PlainDate.from(date)
  const [from, to] = [day, day.add({ days: 1 })].map(
    (one) => new Date(one.toZonedDateTime(zone).epochMilliseconds),
  ) as [Date, Date]
  expect(localDays({ from, to }, zone)).toEqual([{ day: date, start: new Date(start) }])
  const hours = localHours({ from, to }, zone)
  expect([hours.length, hours[0]]).toEqual([count, new Date(start)])
})

test('a period overlaps the days in which it begins and ends; an empty one has none', () => {
  const period = { from: new Date('2026-11-17T18:14:59Z'), to: new Date('2026-11-18T18:15:01Z') }
  expect(localDays(period, 'Asia/Kathmandu').map(({ day }) => day)).toEqual([
    ...['2026-11-17', '2026-11-18', '2026-11-19'],
  ])
  expect(localDays({ from: period.to, to: period.from }, KL)).toEqual([])
})
