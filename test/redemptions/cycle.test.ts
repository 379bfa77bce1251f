import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CycleKind, cycleAt } from '../../src/domain/redemptions/rules/cycle.ts'

const at = (kind: CycleKind, timezone: string, now: string) => cycleAt(kind, timezone, new Date(now))

test('ONE_TIME has one cycle that never resets', () => {
  for (const now of ['1970-01-01T00:00:00Z', '2026-11-15T12:00:00Z', '9999-12-31T23:59:59Z']) {
    expect(at('ONE_TIME', 'UTC', now)).toEqual({ key: 'ONE_TIME', resetsAt: null })
  }
})

test.each([
  // The end of a month, a year, a short month, and February in a leap year.
  ['UTC', '2026-11-01T00:00:00.000Z', '2026-11', '2026-12-01T00:00:00.000Z'],
  ['UTC', '2026-11-30T23:59:59.999Z', '2026-11', '2026-12-01T00:00:00.000Z'],
  ['UTC', '2026-12-31T23:59:59.999Z', '2026-12', '2027-01-01T00:00:00.000Z'],
  ['UTC', '2027-01-01T00:00:00.000Z', '2027-01', '2027-02-01T00:00:00.000Z'],
  ['UTC', '2027-01-31T12:00:00.000Z', '2027-01', '2027-02-01T00:00:00.000Z'],
  ['UTC', '2027-02-28T23:59:59.999Z', '2027-02', '2027-03-01T00:00:00.000Z'],
  ['UTC', '2028-02-29T12:00:00.000Z', '2028-02', '2028-03-01T00:00:00.000Z'],
  ['UTC', '2100-02-28T12:00:00.000Z', '2100-02', '2100-03-01T00:00:00.000Z'],
  // Far east and far west of Greenwich.
  ['Asia/Kuala_Lumpur', '2026-10-31T15:59:59.999Z', '2026-10', '2026-10-31T16:00:00.000Z'],
  ['Asia/Kuala_Lumpur', '2026-10-31T16:00:00.000Z', '2026-11', '2026-11-30T16:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-10-31T10:00:00.000Z', '2026-11', '2026-11-30T10:00:00.000Z'],
  ['Pacific/Pago_Pago', '2026-11-01T10:59:59.999Z', '2026-10', '2026-11-01T11:00:00.000Z'],
  ['Asia/Kathmandu', '2026-10-31T18:15:00.000Z', '2026-11', '2026-11-30T18:15:00.000Z'],
  // The clocks change within the month: its end is in the new local time.
  ['Europe/Berlin', '2026-03-15T12:00:00.000Z', '2026-03', '2026-03-31T22:00:00.000Z'],
  ['Europe/Berlin', '2026-10-15T12:00:00.000Z', '2026-10', '2026-10-31T23:00:00.000Z'],
  ['America/New_York', '2026-11-01T03:59:59.999Z', '2026-10', '2026-11-01T04:00:00.000Z'],
  ['America/New_York', '2026-11-01T05:30:00.000Z', '2026-11', '2026-12-01T05:00:00.000Z'],
  ['America/New_York', '2026-11-01T06:30:00.000Z', '2026-11', '2026-12-01T05:00:00.000Z'],
  // In Amman the clocks went forward at midnight: 1 April 2016 began at 01:00.
  ['Asia/Amman', '2016-03-31T21:59:59.999Z', '2016-03', '2016-03-31T22:00:00.000Z'],
  ['Asia/Amman', '2016-03-31T22:00:00.000Z', '2016-04', '2016-04-30T21:00:00.000Z'],
] as const)('MONTHLY in %s at %s is %s, until %s', (timezone, now, key, resetsAt) => {
  expect(at('MONTHLY', timezone, now)).toEqual({ key, resetsAt })
})

test.each([
  ['UTC', '2024-01-01T00:00:00.000Z', '2024-01-01/P2W', '2024-01-15T00:00:00.000Z'],
  ['UTC', '2024-01-14T23:59:59.999Z', '2024-01-01/P2W', '2024-01-15T00:00:00.000Z'],
  ['UTC', '2024-01-15T00:00:00.000Z', '2024-01-15/P2W', '2024-01-29T00:00:00.000Z'],
  ['UTC', '2023-12-31T23:59:59.999Z', '2023-12-18/P2W', '2024-01-01T00:00:00.000Z'],
  ['UTC', '2023-12-18T00:00:00.000Z', '2023-12-18/P2W', '2024-01-01T00:00:00.000Z'],
  ['UTC', '2023-12-17T23:59:59.999Z', '2023-12-04/P2W', '2023-12-18T00:00:00.000Z'],
  ['UTC', '1999-12-31T12:00:00.000Z', '1999-12-20/P2W', '2000-01-03T00:00:00.000Z'],
  ['UTC', '2024-02-29T12:00:00.000Z', '2024-02-26/P2W', '2024-03-11T00:00:00.000Z'],
  ['UTC', '2026-11-15T12:00:00.000Z', '2026-11-02/P2W', '2026-11-16T00:00:00.000Z'],
  ['UTC', '2026-12-31T12:00:00.000Z', '2026-12-28/P2W', '2027-01-11T00:00:00.000Z'],
  ['Asia/Kuala_Lumpur', '2026-11-15T15:59:59.999Z', '2026-11-02/P2W', '2026-11-15T16:00:00.000Z'],
  ['Asia/Kuala_Lumpur', '2026-11-15T16:00:00.000Z', '2026-11-16/P2W', '2026-11-29T16:00:00.000Z'],
  ['Pacific/Pago_Pago', '2026-11-16T10:59:59.999Z', '2026-11-02/P2W', '2026-11-16T11:00:00.000Z'],
  ['Europe/Berlin', '2026-10-24T12:00:00.000Z', '2026-10-19/P2W', '2026-11-01T23:00:00.000Z'],
  ['Europe/Berlin', '2026-03-28T12:00:00.000Z', '2026-03-23/P2W', '2026-04-05T22:00:00.000Z'],
] as const)('BIWEEKLY in %s at %s is %s, until %s', (timezone, now, key, resetsAt) => {
  expect(at('BIWEEKLY', timezone, now)).toEqual({ key, resetsAt })
})

const ZONES = [
  ...[
    'UTC',
    'Asia/Kuala_Lumpur',
    'Pacific/Kiritimati',
    'Pacific/Pago_Pago',
    'Pacific/Chatham',
    'Asia/Kathmandu',
  ],
  ...[
    'Europe/Berlin',
    'America/New_York',
    'America/St_Johns',
    'Australia/Lord_Howe',
    'America/Nuuk',
    'Asia/Beirut',
  ],
  ...['America/Havana', 'America/Santiago', 'Africa/Cairo', 'Asia/Gaza', 'Africa/Casablanca', 'Pacific/Apia'],
]

/** Starts in 2012: until 2011 Newfoundland turned its clocks back across midnight, so a day could start twice. */
const instant = fc.date({ min: new Date('2012-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
const kind = fc.constantFrom('MONTHLY', 'BIWEEKLY')
const zone = fc.constantFrom(...ZONES)

test('a cycle key is the same until resetsAt and changes at that millisecond, also if the clocks change', () => {
  fc.assert(
    fc.property(
      kind,
      zone,
      instant,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (kind, timezone, now, share) => {
        const { key, resetsAt } = cycleAt(kind, timezone, now)
        const end = Date.parse(resetsAt ?? '')
        expect(end).toBeGreaterThan(now.getTime())
        const between = now.getTime() + Math.floor((end - 1 - now.getTime()) * share)
        for (const moment of [between, end - 1])
          expect(cycleAt(kind, timezone, new Date(moment))).toEqual({ key, resetsAt })
        expect(cycleAt(kind, timezone, new Date(end)).key).not.toBe(key)
      },
    ),
    { numRuns: 2000 },
  )
})

test('keys sort by time; fortnights start on Mondays and last two weeks of local days', () => {
  fc.assert(
    fc.property(kind, zone, instant, instant, (kind, timezone, a, b) => {
      const [earlier, later] = a <= b ? [a, b] : [b, a]
      expect(cycleAt(kind, timezone, earlier).key <= cycleAt(kind, timezone, later).key).toBe(true)
      if (kind === 'MONTHLY') return
      const [first = ''] = cycleAt(kind, timezone, a).key.split('/')
      const begins = Temporal.PlainDate.from(first)
      expect(begins.dayOfWeek).toBe(1)
      expect(Math.abs(begins.since('2024-01-01', { largestUnit: 'days' }).days % 14)).toBe(0)
      const local = Temporal.Instant.fromEpochMilliseconds(a.getTime())
        .toZonedDateTimeISO(timezone)
        .toPlainDate()
      const days = local.since(begins, { largestUnit: 'days' }).days
      expect(days >= 0 && days < 14).toBe(true)
    }),
    { numRuns: 1000 },
  )
})
