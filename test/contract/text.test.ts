import { plainText } from '@counterfoil/contract/markup.ts'
import { MarkedText, Text } from '@counterfoil/contract/shapes/fields.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compile, issuesOf } from '../../src/platform/input/validation.ts'

const validate = compile(Text(20))

const INVISIBLE = [{ path: '', message: 'must contain a visible character' }]

test.for(['Kopi', '7', '新', 'قهوة', '🍜', '☕️', '?', ' a ', '👨‍👩‍👧'])('%s is visible', (text) => {
  expect(issuesOf(validate, text)).toEqual([])
})

test.for([
  ' ',
  '\t\n',
  '\u00a0',
  '\u200b',
  '\u200d\u200d',
  '\ufeff',
  '\u3000',
  '\u0301',
  '\u2060 \u200e',
  '\u3164',
  '\u2800 \uffa0',
])('%j is not visible', (text) => {
  expect(issuesOf(validate, text)).toMatchObject(INVISIBLE)
})

const validateTitle = compile(MarkedText(300))

test.for([
  '{b}Free{/b} kopi',
  'Kopi',
  '{b}7',
  '{x}',
  '{',
  '{/}',
  '{bb}',
  '{{b}b}',
  '{b}{/b}{',
  '{b}🍜{/b}',
  '{ſ}',
])('the title %s has visible text outside its tags', (title) => {
  expect(issuesOf(validateTitle, title)).toEqual([])
})

test.for([
  '{b}{/b}',
  '{b}',
  '{/S}{R}',
  '{b} {/b}',
  '{b}\u200b{/b}\n',
  ' {r}{s}\u3164{/s}{/r}',
  '{b}{b}{b}',
  ' ',
])('the title %j has no visible text outside its tags', (title) => {
  expect(issuesOf(validateTitle, title)).toMatchObject(INVISIBLE)
})

test('a title is valid if and only if its plain text is valid', () => {
  const part = fc.constantFrom(
    '{b}',
    '{/B}',
    '{r}',
    '{/s}',
    '{',
    '}',
    '/',
    'b',
    ' ',
    '\u200d',
    '\u3164',
    '新',
  )
  const validatePlain = compile({ ...Text(300), minLength: 0 })
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 12 }), (parts) => {
      const title = parts.join('')
      expect(validateTitle(title)).toBe(validatePlain(plainText(title)))
    }),
    { numRuns: 2000 },
  )
})

test.for(['{b}', ' ', '{b', '{b}\u200b'])('64 KiB of %j are validated in linear time', (unit) => {
  const title = unit.repeat(65_536 / unit.length)
  const startedAt = performance.now()
  issuesOf(validateTitle, title)
  expect(performance.now() - startedAt).toBeLessThan(1000)
})
