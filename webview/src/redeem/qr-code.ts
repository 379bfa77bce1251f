/**
 * A QR code (ISO/IEC 18004): byte mode, error correction level M, the smallest version that holds the text. Codes have
 * at most 100 characters, of at most 4 bytes each, which version 15 holds.
 */

/** For level M by version, from 1: blocks, and error correction codewords of each. */
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10]
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24]
const LEVEL_M = 0b00
const BYTE_MODE = 0b0100

type Square = boolean[][]

/** Rows of modules, true for dark, without the quiet zone; null for a text that is too long. */
export function encodeQrCode(text: string): Square | null {
  const bytes = new TextEncoder().encode(text)
  const version = BLOCKS.findIndex((_, index) => bytes.length <= capacity(index + 1)) + 1
  if (version === 0) return null
  const codewords = interleave(version, dataCodewords(version, bytes))
  const masked = MASKS.map((mask, number) => draw(version, codewords, mask, number))
  const penalties = masked.map(penalty)
  return masked[penalties.indexOf(Math.min(...penalties))] ?? null
}

const sideOf = (version: number) => 17 + 4 * version
const lengthBits = (version: number) => (version < 10 ? 8 : 16)
const blocksOf = (version: number) => BLOCKS[version - 1] as number
const correctionOf = (version: number) => CORRECTION[version - 1] as number

/** Modules that are neither pattern nor format, in whole bytes. */
function allCodewords(version: number): number {
  const centers = alignmentCenters(version).length
  const alignments = centers === 0 ? 0 : 25 * (centers ** 2 - 3) - 10 * (centers - 2)
  const finders = 3 * 64
  const timing = 2 * (sideOf(version) - 16)
  const format = 31 + (version >= 7 ? 36 : 0)
  return Math.floor((sideOf(version) ** 2 - finders - timing - format - alignments) / 8)
}

function capacity(version: number): number {
  const data = allCodewords(version) - blocksOf(version) * correctionOf(version)
  return Math.floor((data * 8 - 4 - lengthBits(version)) / 8)
}

function dataCodewords(version: number, bytes: Uint8Array): number[] {
  const size = allCodewords(version) - blocksOf(version) * correctionOf(version)
  const bits: number[] = []
  const put = (value: number, length: number) => {
    for (let bit = length - 1; bit >= 0; bit -= 1) bits.push((value >> bit) & 1)
  }
  put(BYTE_MODE, 4)
  put(bytes.length, lengthBits(version))
  for (const byte of bytes) put(byte, 8)
  put(0, Math.min(4, size * 8 - bits.length))
  while (bits.length % 8 !== 0) bits.push(0)
  const words: number[] = []
  for (let at = 0; at < bits.length; at += 8) {
    words.push(bits.slice(at, at + 8).reduce((word, bit) => word * 2 + bit, 0))
  }
  for (let pad = 0xec; words.length < size; pad ^= 0xec ^ 0x11) words.push(pad)
  return words
}

/** The data in blocks, the longer ones last, each with its correction; then the first of each, the second, and so on. */
function interleave(version: number, data: number[]): number[] {
  const count = blocksOf(version)
  const short = Math.floor(data.length / count)
  const firstLong = count - (data.length % count)
  const blocks: number[][] = []
  for (let block = 0, at = 0; block < count; block += 1) {
    const length = short + (block >= firstLong ? 1 : 0)
    blocks.push(data.slice(at, at + length))
    at += length
  }
  const divisor = generator(correctionOf(version))
  return [...columns(blocks), ...columns(blocks.map((block) => remainder(block, divisor)))]
}

function columns(blocks: number[][]): number[] {
  const longest = Math.max(...blocks.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) =>
    blocks.flatMap((block) => (at < block.length ? [block[at] as number] : [])),
  ).flat()
}

/** In the field of 256 elements under x⁸ + x⁴ + x³ + x² + 1. */
function multiply(a: number, b: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >> 7) * 0x11d)
    if ((b >> bit) & 1) product ^= a
  }
  return product
}

/** (x − 2⁰)(x − 2¹)…, without the leading 1. */
function generator(degree: number): number[] {
  let factors = [1]
  for (let power = 0, root = 1; power < degree; power += 1, root = multiply(root, 2)) {
    const shifted = [...factors, 0]
    factors = shifted.map((value, at) => value ^ (at === 0 ? 0 : multiply(factors[at - 1] as number, root)))
  }
  return factors.slice(1)
}

function remainder(data: number[], divisor: number[]): number[] {
  let rest = divisor.map(() => 0)
  for (const word of data) {
    const factor = word ^ (rest[0] as number)
    rest = [...rest.slice(1), 0].map((value, at) => value ^ multiply(divisor[at] as number, factor))
  }
  return rest
}

const MASKS: ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
]

function draw(version: number, codewords: number[], mask: (typeof MASKS)[number], number: number): Square {
  const side = sideOf(version)
  const square: (boolean | undefined)[][] = Array.from({ length: side }, () => Array(side).fill(undefined))
  const set = (row: number, column: number, isDark: boolean) => {
    const line = square[row]
    if (line && column >= 0 && column < side) line[column] = isDark
  }
  drawFinders(side, set)
  drawAlignments(version, square, set)
  for (let at = 8; at < side - 8; at += 1) {
    set(6, at, at % 2 === 0)
    set(at, 6, at % 2 === 0)
  }
  drawFormat(side, number, set)
  if (version >= 7) drawVersion(version, side, set)
  drawCodewords(square, codewords, mask)
  return square as Square
}

type Set = (row: number, column: number, isDark: boolean) => void

/** In three corners, each with its light border. */
function drawFinders(side: number, set: Set): void {
  const corners: [number, number][] = [
    [3, 3],
    [3, side - 4],
    [side - 4, 3],
  ]
  for (const [row, column] of corners) {
    for (let down = -4; down <= 4; down += 1) {
      for (let across = -4; across <= 4; across += 1) {
        const ring = Math.max(Math.abs(down), Math.abs(across))
        set(row + down, column + across, ring !== 2 && ring !== 4)
      }
    }
  }
}

function alignmentCenters(version: number): number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const last = sideOf(version) - 7
  const step = Math.ceil((last - 6) / (count - 1) / 2) * 2
  return [6, ...Array.from({ length: count - 1 }, (_, at) => last - step * (count - 2 - at))]
}

function drawAlignments(version: number, square: (boolean | undefined)[][], set: Set): void {
  const centers = alignmentCenters(version)
  for (const row of centers) {
    for (const column of centers) {
      // Where a finder is, there is none. Those on the timing lines come before the lines, and agree with them.
      if (square[row]?.[column] !== undefined) continue
      for (let down = -2; down <= 2; down += 1) {
        for (let across = -2; across <= 2; across += 1) {
          set(row + down, column + across, Math.max(Math.abs(down), Math.abs(across)) !== 1)
        }
      }
    }
  }
}

/** Level and mask with their own correction, twice, and the module that is always dark. */
function drawFormat(side: number, mask: number, set: Set): void {
  const data = (LEVEL_M << 3) | mask
  const bits = ((data << 10) | bchRest(data, 10, 0x537)) ^ 0x5412
  for (let bit = 0; bit < 15; bit += 1) {
    const isDark = ((bits >> bit) & 1) === 1
    set(bit < 6 ? bit : bit < 8 ? bit + 1 : side - 15 + bit, 8, isDark)
    set(8, bit < 8 ? side - 1 - bit : bit === 8 ? 7 : 14 - bit, isDark)
  }
  set(side - 8, 8, true)
}

function drawVersion(version: number, side: number, set: Set): void {
  const bits = (version << 12) | bchRest(version, 12, 0x1f25)
  for (let bit = 0; bit < 18; bit += 1) {
    const isDark = ((bits >> bit) & 1) === 1
    const [near, far] = [Math.floor(bit / 3), side - 11 + (bit % 3)]
    set(near, far, isDark)
    set(far, near, isDark)
  }
}

function bchRest(data: number, degree: number, divisor: number): number {
  let rest = data
  for (let step = 0; step < degree; step += 1) rest = (rest << 1) ^ ((rest >> (degree - 1)) * divisor)
  return rest
}

/** Up and down in pairs of columns from the right, past the timing column, through whatever is still free. */
function drawCodewords(square: (boolean | undefined)[][], codewords: number[], mask: (typeof MASKS)[number]) {
  const side = square.length
  let bit = 0
  for (let right = side - 1, isUpward = true; right > 0; right -= 2, isUpward = !isUpward) {
    if (right === 6) right = 5
    for (let step = 0; step < side; step += 1) {
      const row = isUpward ? side - 1 - step : step
      for (const column of [right, right - 1]) {
        const line = square[row] as (boolean | undefined)[]
        if (line[column] !== undefined) continue
        const isDark = (((codewords[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1
        line[column] = isDark !== mask(row, column)
        bit += 1
      }
    }
  }
}

/** How hard it would be to read: long runs, blocks, what looks like a finder, too dark or too light. */
function penalty(square: Square): number {
  const side = square.length
  const turned = square.map((_, column) => square.map((row) => row[column] as boolean))
  let points = 0
  for (const line of [...square, ...turned]) {
    const text = line.map((isDark) => (isDark ? '1' : '0')).join('')
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) points += run.length - 2
    points += 40 * (text.match(/(?=10111010000|00001011101)/g) ?? []).length
  }
  for (let row = 1; row < side; row += 1) {
    for (let column = 1; column < side; column += 1) {
      const at = (down: number, across: number) => square[row - down]?.[column - across]
      if (at(0, 0) === at(0, 1) && at(0, 0) === at(1, 0) && at(0, 0) === at(1, 1)) points += 3
    }
  }
  const dark = square.flat().filter(Boolean).length
  return points + 10 * Math.floor(Math.abs((dark * 100) / side ** 2 - 50) / 5)
}
