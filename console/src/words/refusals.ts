import type { RuleCode } from '@counterfoil/contract/admin/redeemability.ts'
import type { RedemptionRefusal } from '@counterfoil/contract/errors.ts'
import { formatNumber } from '../time/numbers.ts'

export const REFUSAL_WORDS = {
  title: 'Refused attempts',
  below: 'Redemptions that were refused in the last 30 days, newest first.',
  when: 'When',
  user: 'User',
  voucher: 'Voucher',
  unknownVoucher: 'Unknown voucher',
  unknownOutlet: 'Unknown outlet',
  reason: 'Reason',
  distance: 'Distance',
  requestId: 'Request id',
  meters: (meters: number) => `${formatNumber(meters)} m`,
  check: 'Check',
  checkNow: 'Can they redeem now?',
  none: 'No redemption was refused in the last 30 days.',
} as const

/** Why an attempt was refused, in a few words. */
export const REFUSAL_CODE_WORDS: Record<RedemptionRefusal, string> = {
  idempotency_key_reused: 'Key used for another request',
  rate_limited: 'Too many attempts',
  voucher_not_found: 'Voucher not found',
  voucher_out_of_scope: 'Voucher out of scope',
  outlet_not_found: 'Outlet not found',
  merchant_out_of_scope: 'Merchant out of scope',
  voucher_inactive: 'Voucher or merchant inactive',
  voucher_not_yet_valid: 'Voucher not valid yet',
  voucher_expired: 'Voucher expired',
  voucher_not_valid_at_outlet: 'Not valid at this outlet',
  outlet_inactive: 'Outlet inactive',
  outlet_pin_not_set: 'Outlet has no PIN',
  invalid_pin: 'Wrong PIN',
  too_far: 'Too far away',
  not_a_favorite: 'Not a favorite',
  no_claim: 'Not claimed',
  voucher_not_yet_applicable: 'Redemption period not started',
  voucher_no_longer_applicable: 'Redemption period over',
  limit_reached: 'User’s limit reached',
  global_cap_reached: 'Voucher’s cap reached',
  codes_exhausted: 'No codes left',
  code_generation_failed: 'No code could be generated',
}

/** What each rule asks for, so that a tick reads as “yes”. */
export const RULE_WORDS: Record<RuleCode, string> = {
  partner_disabled: 'The partner is enabled',
  rate_limited: 'The user has attempts left',
  voucher_not_found: 'The voucher exists',
  voucher_out_of_scope: 'The voucher is in the partner’s scope',
  outlet_not_found: 'The outlet exists',
  merchant_out_of_scope: 'The outlet’s merchant is in the partner’s scope',
  voucher_inactive: 'The voucher is live',
  voucher_not_yet_valid: 'The voucher is valid already',
  voucher_expired: 'The voucher hasn’t expired',
  voucher_not_valid_at_outlet: 'The voucher is valid at this outlet',
  outlet_inactive: 'The outlet is active',
  outlet_pin_not_set: 'The outlet has a PIN',
  invalid_pin: 'The PIN is right',
  too_far: 'The device is close enough',
  not_a_favorite: 'The merchant is a favorite',
  no_claim: 'The voucher is claimed',
  voucher_not_yet_applicable: 'The redemption period has started',
  voucher_no_longer_applicable: 'The redemption period isn’t over',
  limit_reached: 'The user’s limit isn’t reached',
  global_cap_reached: 'The voucher’s cap isn’t reached',
  codes_exhausted: 'Codes are left',
}
