import { expect, test } from 'vitest'
import { describeMoment, momentOf, wallTimeOf } from '../../console/src/time/wall-time.ts'

test.each([
  ['Asia/Kuala_Lumpur', '2026-11-30T23:59', '2026-11-30T15:59:00.000Z'],
  ['UTC', '2026-01-01T00:00', '2026-01-01T00:00:00.000Z'],
  ['America/St_Johns', '2026-07-01T12:00', '2026-07-01T14:30:00.000Z'],
  ['Pacific/Kiritimati', '2026-01-01T00:30', '2025-12-31T10:30:00.000Z'],
  ['Europe/Berlin', '2026-03-29T01:59', '2026-03-29T00:59:00.000Z'],
  ['Europe/Berlin', '2026-03-29T03:00', '2026-03-29T01:00:00.000Z'],
])('%s: local time %s is %s, and back', (zone, wall, moment) => {
  expect(momentOf(wall, zone)).toBe(moment)
  expect(wallTimeOf(moment, zone)).toBe(wall)
})

test('an hour that a clock change skips becomes the hour after it; of a repeated hour, the first is used', () => {
  expect(momentOf('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z')
  expect(momentOf('2026-10-25T02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z')
})

test('a time in a sentence has the city of its zone; text that is not a time becomes empty', () => {
  expect(describeMoment('2026-11-30T15:59:59.999Z', 'Asia/Kuala_Lumpur')).toBe(
    '30 Nov 2026, 23:59, Kuala Lumpur',
  )
  expect(describeMoment('incomplete', 'UTC')).toBe('')
  expect(wallTimeOf('incomplete', 'UTC')).toBe('')
})
