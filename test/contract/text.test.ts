import { Text } from '@counterfoil/contract/fields.ts'
import { expect, test } from 'vitest'
import { compile, issuesOf } from '../../src/validation.ts'

const validate = compile(Text(20))

test.for(['Kopi', '7', '新', 'قهوة', '🍜', '☕️', '?', ' a ', '👨‍👩‍👧'])('%s can be seen', (text) => {
  expect(issuesOf(validate, text)).toEqual([])
})

test.for([' ', '\t\n', '\u00a0', '\u200b', '\u200d\u200d', '\ufeff', '\u3000', '\u0301', '\u2060 \u200e'])(
  'nothing can be seen of %j',
  (text) => {
    expect(issuesOf(validate, text)).toEqual([{ path: '', message: 'must hold a visible character' }])
  },
)
