import { expect, test } from 'vitest'
import { dayInZone } from '../../console/src/time/day-in-zone.ts'

test.each([
  [
    'in Kuala Lumpur, the evening in UTC is the next day',
    '2026-11-15T17:00:00Z',
    'Asia/Kuala_Lumpur',
    { date: '2026-11-16', from: '2026-11-15T16:00:00.000Z', to: '2026-11-16T16:00:00.000Z' },
  ],
  [
    'in New York, the small hours in UTC are the day before',
    '2026-11-15T03:00:00Z',
    'America/New_York',
    { date: '2026-11-14', from: '2026-11-14T05:00:00.000Z', to: '2026-11-15T05:00:00.000Z' },
  ],
  [
    'the day on which summer time ends in Berlin has 25 hours',
    '2026-10-25T12:00:00Z',
    'Europe/Berlin',
    { date: '2026-10-25', from: '2026-10-24T22:00:00.000Z', to: '2026-10-25T23:00:00.000Z' },
  ],
  [
    'the day on which summer time starts in Auckland has 23 hours',
    '2026-09-27T03:00:00Z',
    'Pacific/Auckland',
    { date: '2026-09-27', from: '2026-09-26T12:00:00.000Z', to: '2026-09-27T11:00:00.000Z' },
  ],
])('%s', (_, at, zone, day) => {
  expect(dayInZone(at, zone)).toEqual(day)
})
