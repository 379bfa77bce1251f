import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast, DARK, ensureContrast, LIGHT, textOn } from '../webview/src/theme/contrast.ts'

const colors = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('text on any partner color has a contrast of at least 4.5:1', () => {
  fc.assert(fc.property(colors, (color) => contrast(textOn(color), color) >= 4.5))
})

test.each([
  ['light', LIGHT],
  ['dark', DARK],
])('in %s, what is made of it stands out from card and ground: shapes 3:1, text 4.5:1', (_name, scheme) => {
  fc.assert(
    fc.property(colors, fc.constantFrom(3, 4.5), (color, ratio) => {
      const made = ensureContrast(color, scheme, ratio)
      return contrast(made, scheme.card) >= ratio && contrast(made, scheme.ground) >= ratio
    }),
  )
})

test('a color with enough contrast stays unchanged', () => {
  expect(ensureContrast('#0a7d4b', LIGHT, 4.5)).toBe('#0a7d4b')
})
