import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CODE_BYTES, codeFromBytes } from '../../src/domain/redemptions/engine/redemption-code.ts'

test('12 characters of Crockford’s base 32, in groups of four', () => {
  expect(codeFromBytes(Uint8Array.from([0, 1, 2, 3, 9, 10, 17, 18, 19, 20, 22, 31]))).toBe('0123-9AHJ-KMPZ')
  fc.assert(
    fc.property(fc.uint8Array({ minLength: CODE_BYTES, maxLength: CODE_BYTES }), (bytes) => {
      expect(codeFromBytes(bytes)).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}$/)
    }),
  )
})

test('every byte gives a symbol, and all symbols are equally likely', () => {
  const drawn = new Map<string, number>()
  for (let byte = 0; byte < 256; byte += 1) {
    const [symbol = ''] = codeFromBytes(new Uint8Array(CODE_BYTES).fill(byte))
    drawn.set(symbol, (drawn.get(symbol) ?? 0) + 1)
  }
  expect(drawn.size).toBe(32)
  expect([...new Set(drawn.values())]).toEqual([8])
})

test('each byte decides one symbol of the code', () => {
  for (let place = 0; place < CODE_BYTES; place += 1) {
    const bytes = new Uint8Array(CODE_BYTES)
    bytes[place] = 1
    expect(codeFromBytes(bytes).replaceAll('-', '').indexOf('1')).toBe(place)
  }
})

test('10,000 random codes, no two alike', () => {
  const codes = Array.from({ length: 10_000 }, () => codeFromBytes(randomBytes(CODE_BYTES)))
  expect(new Set(codes).size).toBe(10_000)
})
