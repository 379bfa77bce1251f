import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { countPlaces, MUTANTS } from '../scripts/mutants.ts'

test('every mistake that `npm run mutate` makes is still one place of the code', () => {
  expect(MUTANTS.filter((mutant) => countPlaces(mutant) !== 1)).toEqual([])
})

test('the tests that should notice a mistake exist', () => {
  const tests = new Set(MUTANTS.flatMap((mutant) => mutant.tests))
  expect([...tests].filter((file) => !existsSync(file))).toEqual([])
})
