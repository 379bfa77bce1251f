import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arrayLiteral } from '../../../src/platform/database/array-literal.ts'
import { createHarness } from '../../support/harness.ts'

const { db } = await createHarness()

const AWKWARD = [
  '',
  ' ',
  'null',
  'NULL',
  '"',
  '\\',
  '\\"',
  '{',
  '}',
  ',',
  'a,b',
  "'",
  '\n',
  '\t',
  '{b}Free{/b} kopi',
  '新',
]

test('an array of texts is read back unchanged', async () => {
  const text = fc.oneof(
    fc.constantFrom(...AWKWARD),
    fc.string({ unit: fc.constantFrom(...AWKWARD) }),
    fc.string({ unit: 'grapheme' }).filter((one) => !one.includes('\0')),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(text)), async (texts) => {
      const [row] = await db`select to_json(${arrayLiteral(texts)}::text[]) as back`
      expect(row?.back).toEqual(texts)
    }),
  )
})

test.for([
  ['double precision', [0, -0.5, 1e-7, 1.5e300, null]],
  ['integer', [0, -1, 2_147_483_647, null]],
  ['boolean', [true, false, null]],
] as const)('an array of %s is read back unchanged', async ([type, values]) => {
  const [row] = await db.unsafe(`select to_json($1::${type}[]) as back`, [arrayLiteral(values)])
  expect(row?.back).toEqual(values)
})
