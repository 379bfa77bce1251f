import { expect, test } from 'vitest'
import { cycleName, dayName, daysOf, lastMonth, monthAfter, monthName } from '../../console/src/time/month.ts'

test('months across years, and the last one that is over on the reader’s calendar', () => {
  expect([monthAfter('2026-12', 1), monthAfter('2026-01', -1)]).toEqual(['2027-01', '2025-12'])
  expect(lastMonth(new Date(2027, 0, 31, 23, 59))).toBe('2026-12')
})

test('the last day of February', () => {
  expect(daysOf('2028-02').last).toContain('29')
})

test('a cycle is named by its month or its day', () => {
  expect(['2026-11', '2026-11-19', '2026-11-02/P2W'].map(cycleName)).toEqual([
    monthName('2026-11'),
    dayName('2026-11-19'),
    '2026-11-02/P2W',
  ])
})
