import type { RedemptionRefusal } from '@counterfoil/contract/errors.ts'
import type { FailureCode } from '../api/failure.ts'

/** What the user can do after a refusal. */
export type NextStep =
  | 'enter-again'
  | 'wait'
  | 'start-again'
  | 'other-outlet'
  | 'locate'
  | 'favorite'
  | 'claim'
  | 'leave'

/** A new refusal in the contract is a type error until it has a next step. */
const NEXT_STEPS: Record<RedemptionRefusal, NextStep> = {
  idempotency_key_reused: 'start-again',
  rate_limited: 'wait',
  voucher_not_found: 'leave',
  voucher_out_of_scope: 'leave',
  outlet_not_found: 'other-outlet',
  merchant_out_of_scope: 'leave',
  voucher_inactive: 'leave',
  voucher_not_yet_valid: 'leave',
  voucher_expired: 'leave',
  voucher_not_valid_at_outlet: 'other-outlet',
  outlet_inactive: 'other-outlet',
  outlet_pin_not_set: 'other-outlet',
  invalid_pin: 'enter-again',
  too_far: 'locate',
  not_a_favorite: 'favorite',
  no_claim: 'claim',
  voucher_not_yet_applicable: 'leave',
  voucher_no_longer_applicable: 'leave',
  limit_reached: 'leave',
  global_cap_reached: 'leave',
  codes_exhausted: 'leave',
  code_generation_failed: 'start-again',
}

export function nextStepAfter(code: FailureCode): NextStep {
  if (code === 'not_sent') return 'enter-again'
  return NEXT_STEPS[code as RedemptionRefusal] ?? 'start-again'
}
