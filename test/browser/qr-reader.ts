import { expect } from 'vitest'

/**
 * An independent reader, written from the tables of the standard. It finds the format by comparing it with every valid
 * format word, and checks the error correction by computing syndromes with logarithms.
 */
export function readQrCode(square: boolean[][]): string {
  const side = square.length
  const version = (side - 17) / 4
  const at = (row: number, column: number) => (square[row]?.[column] ? 1 : 0)
  const [blocks, correction] = TABLE[version - 1] as [number, number]
  expect(at(side - 8, 8)).toBe(1)

  const near = [0, 1, 2, 3, 4, 5, 7, 8]
    .map((column) => at(8, column))
    .concat([7, 5, 4, 3, 2, 1, 0].map((row) => at(row, 8)))
  const below = [1, 2, 3, 4, 5, 6, 7].map((from) => at(side - from, 8))
  const beside = [8, 7, 6, 5, 4, 3, 2, 1].map((from) => at(8, side - from))
  expect([...below, ...beside]).toEqual(near)
  const mask = FORMATS_M.indexOf(Number.parseInt(near.join(''), 2).toString(16))
  expect(mask, 'a format of level M').toBeGreaterThanOrEqual(0)

  const bits: number[] = []
  const columns = Array.from(
    { length: (side - 1) / 2 },
    (_, pair) => side - 1 - 2 * pair - (side - 1 - 2 * pair <= 6 ? 1 : 0),
  )
  for (const [pair, right] of columns.entries()) {
    for (let step = 0; step < side; step += 1) {
      const row = pair % 2 === 0 ? side - 1 - step : step
      for (const column of [right, right - 1]) {
        if (!isPattern(version, row, column))
          bits.push(at(row, column) ^ (isFlipped(mask, row, column) ? 1 : 0))
      }
    }
  }
  const words = Array.from({ length: Math.floor(bits.length / 8) }, (_, word) =>
    Number.parseInt(bits.slice(8 * word, 8 * word + 8).join(''), 2),
  )
  const data = words.length - blocks * correction
  const parts = Array.from({ length: blocks }, (_, block) => {
    const length = Math.floor(data / blocks) + (block >= blocks - (data % blocks) ? 1 : 0)
    const own = Array.from({ length }, (_, place) =>
      place < Math.floor(data / blocks)
        ? words[place * blocks + block]
        : words[Math.floor(data / blocks) * blocks + block - (blocks - (data % blocks))],
    ) as number[]
    const check = Array.from(
      { length: correction },
      (_, place) => words[data + place * blocks + block] as number,
    )
    const syndromes = check.map((_, root) => valueAt([...own, ...check], root))
    expect(Math.max(...syndromes)).toBe(0)
    return own
  }).flat()

  const stream = parts.map((word) => word.toString(2).padStart(8, '0')).join('')
  const lengthBits = version < 10 ? 8 : 16
  expect(stream.slice(0, 4)).toBe('0100')
  const length = Number.parseInt(stream.slice(4, 4 + lengthBits), 2)
  const bytes = Array.from({ length }, (_, byte) =>
    Number.parseInt(stream.slice(4 + lengthBits + 8 * byte, 12 + lengthBits + 8 * byte), 2),
  )
  return new TextDecoder().decode(new Uint8Array(bytes))
}

/** The standard's table for level M: the number of blocks, and the correction words of each block. */
const TABLE: [number, number][] = [
  ...([
    [1, 10],
    [1, 16],
    [1, 26],
    [2, 18],
    [2, 24],
    [4, 16],
    [4, 18],
    [4, 22],
  ] as [number, number][]),
  ...([
    [5, 22],
    [5, 26],
    [5, 30],
    [8, 22],
    [9, 22],
    [9, 24],
    [10, 24],
  ] as [number, number][]),
]
/** The masked format words of level M, by mask. */
const FORMATS_M = ['5412', '5125', '5e7c', '5b4b', '45f9', '40ce', '4f97', '4aa0']
const ALIGNMENTS = [
  ...[[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]],
  ...[
    [6, 30, 54],
    [6, 32, 58],
    [6, 34, 62],
    [6, 26, 46, 66],
    [6, 26, 48, 70],
  ],
]

function isPattern(version: number, row: number, column: number): boolean {
  const side = 17 + 4 * version
  const [high, low, left, right] = [row < 9, row >= side - 8, column < 9, column >= side - 8]
  if ((high && left) || (high && right) || (low && left) || row === 6 || column === 6) return true
  if (version >= 7 && ((row < 6 && column >= side - 11) || (column < 6 && row >= side - 11))) return true
  const centers = ALIGNMENTS[version - 1] as number[]
  const last = side - 7
  return centers.some((y) =>
    centers.some((x) => {
      const isCorner = (y === 6 && x === 6) || (y === 6 && x === last) || (y === last && x === 6)
      return !isCorner && Math.abs(row - y) <= 2 && Math.abs(column - x) <= 2
    }),
  )
}

function isFlipped(mask: number, i: number, j: number): boolean {
  const both = ((i * j) % 2) + ((i * j) % 3)
  const sums = [
    i + j,
    i,
    j % 3,
    (i + j) % 3,
    (i >> 1) + Math.floor(j / 3),
    both,
    both,
    ((i + j) % 2) + ((i * j) % 3),
  ]
  const sum = sums[mask] as number
  return [2, 3, 5].includes(mask) ? sum === 0 : sum % 2 === 0
}

const POWERS: number[] = [1]
for (let power = 1; power < 255; power += 1) {
  const doubled = (POWERS[power - 1] as number) * 2
  POWERS.push(doubled > 255 ? doubled ^ 0x11d : doubled)
}

const LOGARITHMS = POWERS.reduce<number[]>((all, value, power) => Object.assign(all, { [value]: power }), [])

/** Evaluates the polynomial of these words at 2 to the power of `root`. */
function valueAt(words: number[], root: number): number {
  return words.reduce((sum, word, place) => {
    if (word === 0) return sum
    const power = (LOGARITHMS[word] as number) + root * (words.length - 1 - place)
    return sum ^ (POWERS[power % 255] as number)
  }, 0)
}
