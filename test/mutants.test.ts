import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { countPlaces, MUTANTS } from '../scripts/mutants.ts'

test('every mutation of `npm run mutate` still matches exactly one place in the code', () => {
  expect(MUTANTS.filter((mutant) => countPlaces(mutant) !== 1)).toEqual([])
})

test('the tests that should notice a mutation exist', () => {
  const tests = new Set(MUTANTS.flatMap((mutant) => mutant.tests))
  expect([...tests].filter((file) => !existsSync(file))).toEqual([])
})
