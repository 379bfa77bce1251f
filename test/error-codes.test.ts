import { globSync, readFileSync } from 'node:fs'
import { ERRORS, type ErrorCode } from '@counterfoil/contract/errors.ts'
import { expect, test } from 'vitest'

/** Of capabilities that are not there yet. Whoever builds one takes its codes off this list, and provokes them. */
const LATER: readonly ErrorCode[] = [
  // redemption
  'rate_limited',
  'idempotency_key_reused',
  'outlet_not_found',
  'voucher_not_yet_valid',
  'voucher_not_valid_at_outlet',
  'outlet_inactive',
  'outlet_pin_not_set',
  'invalid_pin',
  'too_far',
  'not_a_favorite',
  'no_claim',
  'voucher_not_yet_applicable',
  'voucher_no_longer_applicable',
  'limit_reached',
  'global_cap_reached',
  'codes_exhausted',
  'code_generation_failed',
  // deliveries
  'no_webhook_url',
]

const tests = globSync('test/**/*.test.ts')
  .filter((path) => path !== 'test/error-codes.test.ts')
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

/** A refusal that a test awaits stands in quotes, or in the title that begins with its status. */
function provoked(code: ErrorCode): boolean {
  const { status } = ERRORS[code]
  const expectation = new RegExp(`['"\`]${code}['"\`]|\\b${status} ${code}\\b`)
  return tests.some(({ text }) => expectation.test(text))
}

test('every code of the error table is provoked by a test', () => {
  const missing = (Object.keys(ERRORS) as ErrorCode[]).filter(
    (code) => !LATER.includes(code) && !provoked(code),
  )
  expect(missing, 'write a test that provokes them').toEqual([])
})
