import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeQrCode } from '../../webview/src/components/qr-code.ts'
import { readQrCode } from './qr-reader.ts'

/** The QR code of the test's text, made by another encoder. */
const KNOWN = `
#######...#.#.#######
#.....#....##.#.....#
#.###.#.####..#.###.#
#.###.#.#.#...#.###.#
#.###.#.#.#.#.#.###.#
#.....#.#.#.#.#.....#
#######.#.#.#.#######
........###..........
#.#####....##.#####..
.#.##..###.##.#......
..#.###.##.##....#.#.
#.##......#.##.##.###
##.#####.#.##..#.#.#.
........##.###..#.###
#######..####..#.#...
#.....#.#........##.#
#.###.#.#.#.#.##..###
#.###.#.#######..#...
#.###.#.######...##..
#.....#..####.....#..
#######.###..##.#..#.`

test('a known text gives the same modules as another encoder', () => {
  const square = encodeQrCode('7K3M-Q2XD-9RTV') ?? []
  expect(`\n${square.map((row) => row.map((isDark) => (isDark ? '#' : '.')).join('')).join('\n')}`).toBe(
    KNOWN,
  )
})

test('any text of up to 100 characters is read back, with valid error correction', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 100 }), (text) => {
      expect(readQrCode(encodeQrCode(text) ?? [])).toBe(text)
    }),
    { numRuns: 25 },
  )
})

test.each([
  [14, 21],
  [15, 25],
  [412, 77],
])('%i bytes use the smallest square that holds them: %i modules', (length, side) => {
  const square = encodeQrCode('x'.repeat(length)) ?? []
  expect(square.length).toBe(side)
  expect(readQrCode(square)).toBe('x'.repeat(length))
})

test('413 bytes are too long: null rather than a truncated code', () => {
  expect(encodeQrCode('x'.repeat(413))).toBeNull()
})
