import { type RefusalCode, Refused } from './counter-call.ts'
import { type CounterWords, words } from './counter-words.ts'

/** Codes that mean the same at the counter. */
const MEANINGS: Partial<Record<RefusalCode, keyof CounterWords['refusals']>> = {
  code_not_found: 'unknown',
  validation_failed: 'unknown',
  code_of_another_outlet: 'otherOutlet',
  code_expired: 'expired',
  code_used: 'used',
  code_held: 'held',
  rate_limited: 'wait',
  too_far: 'tooFar',
  limit_reached: 'limit',
  global_cap_reached: 'gone',
  codes_exhausted: 'gone',
  voucher_expired: 'notNow',
  voucher_not_yet_valid: 'notNow',
  voucher_not_yet_applicable: 'notNow',
  voucher_no_longer_applicable: 'notNow',
  voucher_inactive: 'notNow',
  no_claim: 'claim',
  not_a_favorite: 'favorite',
  voucher_not_valid_at_outlet: 'otherOutlet',
  maintenance: 'busy',
  unavailable: 'busy',
  internal_error: 'busy',
  request_timeout: 'busy',
  unreachable: 'offline',
}

/** A refusal as staff at the counter read it. */
export function refusalText(code: RefusalCode): string {
  return words.refusals[MEANINGS[code] ?? 'other']
}

export function describe(error: unknown): string {
  if (!(error instanceof Refused)) return words.refusals.other
  const minutes = error.retryAfterSeconds === null ? 0 : Math.ceil(error.retryAfterSeconds / 60)
  return minutes > 1 ? words.waitMinutes(minutes) : refusalText(error.code)
}

const PASSING: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  ...(['unreachable', 'unavailable', 'internal_error', 'request_timeout', 'maintenance'] as const),
])

/** Whether the same request may succeed soon. */
export const mayPass = (error: unknown): boolean => error instanceof Refused && PASSING.has(error.code)
