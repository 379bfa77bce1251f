import { globSync, readFileSync } from 'node:fs'
import { ERRORS, type ErrorCode } from '@counterfoil/contract/errors.ts'
import { expect, test } from 'vitest'

/** Tests of the contract itself name codes without provoking them. */
const tests = globSync('test/**/*.test.ts')
  .filter((path) => path !== 'test/error-codes.test.ts' && !path.startsWith('test/contract/'))
  .map((path) => readFileSync(path, 'utf8'))

/** A test that expects a code has it in quotes, or after its status in a title. */
function isProvoked(code: ErrorCode): boolean {
  const expected = new RegExp(`['"\`]${code}['"\`]|\\b${ERRORS[code].status} ${code}\\b`)
  return tests.some((text) => expected.test(text))
}

test('every code of the error table is provoked by a test', () => {
  const missing = (Object.keys(ERRORS) as ErrorCode[]).filter((code) => !isProvoked(code))
  expect(missing, 'write a test that provokes them').toEqual([])
})
