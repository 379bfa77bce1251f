import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accentColors, contrast, DARK, LIGHT } from '../webview/src/theme/contrast.ts'

const colors = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test.each([
  ['light', LIGHT],
  ['dark', DARK],
])(
  '%s: a fill keeps any color; text has a contrast of 4.5:1 on fills, cards and the ground, marks have 3:1',
  (_name, scheme) => {
    fc.assert(
      fc.property(colors, (color) => {
        const { fill, onFill, ink, mark } = accentColors(color, scheme)
        expect(fill).toBe(color)
        expect(contrast(onFill, fill)).toBeGreaterThanOrEqual(4.5)
        for (const surface of [scheme.card, scheme.ground]) {
          expect(contrast(ink, surface)).toBeGreaterThanOrEqual(4.5)
          expect(contrast(mark, surface)).toBeGreaterThanOrEqual(3)
        }
      }),
      { numRuns: 1000 },
    )
  },
)

test('a color with enough contrast is used for everything, without an edge', () => {
  const green = '#0a7d4b'
  expect(accentColors(green, LIGHT)).toEqual({
    ...{ fill: green, ink: green, mark: green },
    ...{ onFill: '#ffffff', edge: 'transparent' },
  })
})

test('a fill that is nearly as bright as the surface has an edge', () => {
  expect(accentColors('#ffee00', LIGHT)).toMatchObject({ fill: '#ffee00', edge: '#0000004d' })
  expect(accentColors('#ffee00', DARK).edge).toBe('transparent')
  expect(accentColors('#101010', DARK).edge).toBe('#ffffff4d')
})
