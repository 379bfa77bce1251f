import { expect, test } from 'vitest'
import { changeOf } from '../../console/src/overview/change-of.ts'
import { describePeriod, periodOf } from '../../console/src/overview/periods.ts'

// In Kuala Lumpur it is already Wednesday, 2 December.
const NOW = new Date('2026-12-01T17:00:00Z')
const KL = 'Asia/Kuala_Lumpur'

test.each([
  ['today', '2026-12-01T16:00:00.000Z', '2026-12-02T16:00:00.000Z', 'Wed, 2 Dec 2026'],
  ['yesterday', '2026-11-30T16:00:00.000Z', '2026-12-01T16:00:00.000Z', 'Tue, 1 Dec 2026'],
  ['7-days', '2026-11-25T16:00:00.000Z', '2026-12-02T16:00:00.000Z', 'Thu, 26 Nov 2026 – Wed, 2 Dec 2026'],
  ['month', '2026-11-30T16:00:00.000Z', '2026-12-31T16:00:00.000Z', 'Tue, 1 Dec 2026 – Thu, 31 Dec 2026'],
  [
    'last-month',
    '2026-10-31T16:00:00.000Z',
    '2026-11-30T16:00:00.000Z',
    'Sun, 1 Nov 2026 – Mon, 30 Nov 2026',
  ],
  ['90-days', '2026-09-03T16:00:00.000Z', '2026-12-02T16:00:00.000Z', 'Fri, 4 Sept 2026 – Wed, 2 Dec 2026'],
] as const)('%s has the days of the time zone', (name, from, to, described) => {
  expect(periodOf(name, KL, NOW)).toEqual({ from, to })
  expect(describePeriod({ from, to }, KL)).toBe(described)
})

test('yesterday has 25 hours if the clocks were changed', () => {
  const { from, to } = periodOf('yesterday', 'America/St_Johns', new Date('2026-11-02T12:00:00Z'))
  expect(Date.parse(to) - Date.parse(from)).toBe(25 * 3_600_000)
})

test('a change has a percentage unless the earlier number is 0', () => {
  expect([changeOf(268, 241), changeOf(5, 10), changeOf(5, 0), changeOf(0, 0)]).toEqual([
    ...['+27 (+11%)', '-5 (-50%)', '+5', 'no change'],
  ])
})
