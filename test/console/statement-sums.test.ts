import { expect, test } from 'vitest'
import { sumsOf } from '../../console/src/statements/sums.ts'

const row = (net: number, amount?: string, currency = 'MYR') => ({
  net,
  total: amount === undefined ? null : { amount, currency },
})

test('sums are exact, by currency in the order of their codes, rows without a value last', () => {
  const rows = [
    row(3),
    row(1, '0.10'),
    row(2, '0.20'),
    row(-1, '-900', 'JPY'),
    row(1, '900719925474099.993', 'KWD'),
    row(1, '0.001', 'KWD'),
    row(-4, '-0.40'),
    row(2),
  ]
  expect(sumsOf(rows)).toEqual([
    { net: -1, total: { amount: '-900', currency: 'JPY' } },
    { net: 2, total: { amount: '900719925474099.994', currency: 'KWD' } },
    { net: -1, total: { amount: '-0.10', currency: 'MYR' } },
    { net: 5, total: null },
  ])
})
