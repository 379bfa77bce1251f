import { expect, test } from 'vitest'
import { cycleName, daysOf, lastMonth, monthAfter, monthName } from '../../console/src/time/month.ts'

test('months across years, and the last one that is over on the reader’s calendar', () => {
  expect([monthAfter('2026-12', 1), monthAfter('2026-01', -1)]).toEqual(['2027-01', '2025-12'])
  expect(lastMonth(new Date(2027, 0, 31, 23, 59))).toBe('2026-12')
})

test('the last day of February', () => {
  expect(daysOf('2028-02').last).toContain('29')
})

test('a cycle is named by its month, or by its first and last day', () => {
  expect(cycleName('2026-11')).toBe(monthName('2026-11'))
  const fortnight = cycleName('2026-11-16/P2W')
  for (const part of ['16', '29', '2026']) expect(fortnight).toContain(part)
  expect(fortnight).not.toContain('P2W')
})
