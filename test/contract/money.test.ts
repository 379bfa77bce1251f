import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatAmount, multiply, parseAmount } from '../../contract/money.ts'
import { decimalsOf } from '../../src/platform/currencies.ts'

const decimals = fc.integer({ min: 0, max: 4 })
const minor = fc.bigInt({ min: 0n, max: 10n ** 12n - 1n })

test('an amount that is written is read as the same amount', () => {
  fc.assert(
    fc.property(minor, decimals, (amount, places) => {
      const text = formatAmount(amount, places)
      expect(parseAmount(text, places)).toBe(amount)
      expect(text.split('.')[1]?.length ?? 0).toBe(places)
    }),
  )
})

test('an amount that is read is written in one form, whatever zeros the text had', () => {
  const text = fc.tuple(fc.stringMatching(/^[0-9]{1,12}$/), fc.stringMatching(/^[0-9]{0,2}$/))
  fc.assert(
    fc.property(text, ([whole, fraction]) => {
      const read = parseAmount(fraction === '' ? whole : `${whole}.${fraction}`, 2)
      expect(formatAmount(read as bigint, 2)).toBe(`${BigInt(whole)}.${fraction.padEnd(2, '0')}`)
    }),
  )
})

test('a product is the sum of so many amounts, and of either sign', () => {
  fc.assert(
    fc.property(minor, decimals, fc.integer({ min: 1, max: 50 }), (amount, places, times) => {
      const money = { minor: amount, currency: 'MYR', decimals: places }
      const sum = Array.from({ length: times }, () => amount).reduce((all, one) => all + one, 0n)
      expect(multiply(money, times).minor).toBe(sum)
      expect(multiply(money, -times).minor).toBe(-sum)
    }),
  )
})

test('a negative amount keeps its decimals', () => {
  expect(formatAmount(-5n, 2)).toBe('-0.05')
  expect(formatAmount(-1234n, 0)).toBe('-1234')
  expect(formatAmount(0n, 3)).toBe('0.000')
})

test.each(['', '.5', '5.', '5.001', '-5.00', '+5.00', '5,00', '1e3', ' 5.00', '1234567890123', '٥'])(
  'not an amount with two decimals: "%s"',
  (text) => expect(parseAmount(text, 2)).toBeNull(),
)

test('the decimals are those of ISO 4217, not those that people write', () => {
  const codes = ['MYR', 'JPY', 'KWD', 'CLF', 'IDR', 'HUF']
  expect(codes.map(decimalsOf)).toEqual([2, 0, 3, 4, 2, 2])
  expect(['XYZ', 'myr', '', 'XXX', 'XAU'].map(decimalsOf)).toEqual([null, null, null, null, null])
})
