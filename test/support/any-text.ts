import fc from 'fast-check'

const SURROGATES = { first: 0xd800, count: 0x800 }
const MAX_CODE_POINT = 0x10ffff

/** Every code point except surrogates. */
const codePoint = fc.integer({ min: 0, max: MAX_CODE_POINT - SURROGATES.count }).map(
  (number) => String.fromCodePoint(number < SURROGATES.first ? number : number + SURROGATES.count),
  (text) => {
    const point = typeof text === 'string' ? text.codePointAt(0) : undefined
    if (point === undefined || text !== String.fromCodePoint(point)) throw new Error('not one code point')
    return point < SURROGATES.first ? point : point - SURROGATES.count
  },
)

/** Any text without lone surrogates. The unit `binary` of fast-check does the same, but takes seconds to list all of Unicode. */
export const anyText = fc.string({ unit: codePoint })
