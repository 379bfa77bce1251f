import { expect, test } from 'vitest'
import { directionOf } from '../../console/src/form/direction-of.ts'
import { toggleMark } from '../../console/src/vouchers/title-markup.ts'

/** `[` and `]` stand around the selection. */
function select(marked: string) {
  const start = marked.indexOf('[')
  return { text: marked.replace(/[[\]]/g, ''), start, end: marked.indexOf(']') - 1 }
}

test.each([
  ['[Free] kopi', '{b}[Free]{/b} kopi'],
  ['{b}[Free]{/b} kopi', '[Free] kopi'],
  ['{B}[Free]{/B} kopi', '[Free] kopi'],
  ['{r}[Free]{/r}', '{r}{b}[Free]{/b}{/r}'],
  ['Free kopi[]', 'Free kopi{b}[]{/b}'],
  ['Free kopi{b}[]{/b}', 'Free kopi[]'],
])('bold: %s becomes %s', (before, after) => {
  expect(toggleMark(select(before), 'b')).toEqual(select(after))
})

test.each([
  ['{b}مجانًا{/b} coffee', 'rtl'],
  ['50% {r}off{/r} قهوة', 'ltr'],
  ['50%', undefined],
])('the direction of %s is that of its first letter, not of its markup: %s', (title, direction) => {
  expect(directionOf(title)).toBe(direction)
})
