import { expect, test } from 'vitest'
import { newCode } from '../../src/domain/counter/counter-code.ts'
import { encodeQrCode } from '../../webview/src/components/qr-code.ts'
import { decodeQr } from '../../webview/src/counter/decode-qr.ts'

const [WIDTH, HEIGHT] = [640, 480]

/** How the camera sees the phone: turned, small, in bad light. */
type View = { angle: number; moduleSize: number; noise: number; shadow: number }

const VIEWS: View[] = [
  { angle: 0, moduleSize: 8, noise: 0, shadow: 0 },
  { angle: 0.1, moduleSize: 7.3, noise: 30, shadow: 0 },
  { angle: 0.4, moduleSize: 6, noise: 60, shadow: 80 },
  { angle: 2.2, moduleSize: 4, noise: 30, shadow: 100 },
]

test.each(VIEWS)('the reader finds every code that a camera sees like this: %j', (view) => {
  const random = openRandom(7)
  const codes = Array.from({ length: 12 }, newCode)
  const missed = codes.filter((code) => decodeQr(pictureOf(code, view, random), WIDTH, HEIGHT) !== code)
  expect(missed).toEqual([])
})

test('a picture without a code: null', () => {
  expect(decodeQr(new Uint8ClampedArray(WIDTH * HEIGHT * 4).fill(200), WIDTH, HEIGHT)).toBe(null)
})

function pictureOf(
  code: string,
  { angle, moduleSize, noise, shadow }: View,
  random: () => number,
): Uint8ClampedArray {
  const rows = encodeQrCode(code) ?? []
  const [cos, sin] = [Math.cos(angle) / moduleSize, Math.sin(angle) / moduleSize]
  const picture = new Uint8ClampedArray(WIDTH * HEIGHT * 4).fill(255)
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const [right, down] = [x - WIDTH / 2, y - HEIGHT / 2]
      const column = Math.floor(right * cos + down * sin + rows.length / 2)
      const row = Math.floor(down * cos - right * sin + rows.length / 2)
      const light = rows[row]?.[column] ? 40 : 230
      const gray = light - shadow * (x / WIDTH) + (random() * 2 - 1) * noise
      picture.fill(gray, 4 * (y * WIDTH + x), 4 * (y * WIDTH + x) + 3)
    }
  }
  return picture
}

/** The same numbers in each run: https://en.wikipedia.org/wiki/Linear_congruential_generator. */
function openRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
