import type { RuleCode } from '@counterfoil/contract/admin/redeemability.ts'
import { type Facts, GEOFENCE_METERS, type OutletFacts, type VoucherFacts } from './decide.ts'

/** The facts that a rule checked, in words. `checked` is false if there was nothing to check. */
type Explanation = { checked: boolean; facts: string }

type Explain<Known> = (known: Known, facts: Facts) => string

const seen = (facts: string): Explanation => ({ checked: true, facts })
const notSeen = (facts: string): Explanation => ({ checked: false, facts })

const ofVoucher =
  (explain: Explain<VoucherFacts>) =>
  (facts: Facts): Explanation =>
    facts.voucher ? seen(explain(facts.voucher, facts)) : notSeen('There is no voucher to check.')

const ofOutlet =
  (explain: Explain<OutletFacts>) =>
  (facts: Facts): Explanation => {
    if (facts.outlet) return seen(explain(facts.outlet, facts))
    return notSeen(facts.outlet === undefined ? 'No outlet was chosen.' : 'There is no outlet to check.')
  }

const time = (date: Date) => date.toISOString()
const inCycle = ({ cycle }: Facts) =>
  cycle.key === 'ONE_TIME' ? '' : ` in the cycle ${cycle.key}, which ends at ${cycle.resetsAt}`

/** The facts behind each rule of `decide`, in the published order. */
export const RULE_FACTS: Record<Exclude<RuleCode, 'partner_disabled'>, (facts: Facts) => Explanation> = {
  rate_limited: ({ retryAfterSeconds, defenseSeconds }) => {
    if (retryAfterSeconds !== null) return seen(`The user has to wait ${retryAfterSeconds} more seconds.`)
    if (defenseSeconds === null) return seen('The user has attempts left.')
    return seen(
      `The outlet is defended against PIN guessing for ${defenseSeconds} more seconds: ` +
        'a user who has never redeemed there must send a position.',
    )
  },
  voucher_not_found: ({ voucher }) =>
    seen(voucher ? `The voucher is ${voucher.status}.` : 'No voucher has this id.'),
  voucher_out_of_scope: ofVoucher(({ merchantCategory }, { scope }) =>
    scope === null
      ? 'The partner’s scope includes all merchants.'
      : `The voucher’s merchant is in the category ${merchantCategory}. The partner’s scope is limited.`,
  ),
  outlet_not_found: (facts) =>
    facts.outlet === null ? seen('No outlet has this id.') : ofOutlet(() => 'The outlet exists.')(facts),
  merchant_out_of_scope: ofOutlet(({ merchantCategory }, { scope }) =>
    scope === null
      ? 'The partner’s scope includes all merchants.'
      : `The outlet’s merchant is in the category ${merchantCategory}. The partner’s scope is limited.`,
  ),
  voucher_inactive: ofVoucher(
    ({ status, merchantIsActive }) =>
      `The voucher is ${status}. Its merchant is ${merchantIsActive ? 'active' : 'not active'}.`,
  ),
  voucher_not_yet_valid: ofVoucher(({ validFrom }) =>
    validFrom ? `The voucher is valid from ${time(validFrom)}.` : 'The validity period has no start.',
  ),
  voucher_expired: ofVoucher(({ validUntil }) =>
    validUntil ? `The voucher is valid until ${time(validUntil)}.` : 'The validity period has no end.',
  ),
  voucher_not_valid_at_outlet: (facts) =>
    facts.outlet ? ofVoucher(explainOutletChoice)(facts) : notSeen('No outlet was chosen.'),
  outlet_inactive: ofOutlet(({ isActive }) => `The outlet is ${isActive ? 'active' : 'not active'}.`),
  outlet_pin_not_set: ofOutlet(({ hasPin, redeemBy }) => {
    if (redeemBy === 'QR') return 'The outlet takes codes only, so it needs no PIN.'
    return hasPin ? 'The outlet has a PIN.' : 'The outlet has no PIN.'
  }),
  invalid_pin: () => notSeen('The PIN is checked at the outlet only.'),
  too_far: (facts) =>
    facts.outlet?.position
      ? notSeen(
          `The device must be within ${GEOFENCE_METERS} m of the outlet if it sends its position. ` +
            'The position is known at the outlet only.',
        )
      : ofOutlet(() => 'The outlet has no position, so the distance is never checked.')(facts),
  not_a_favorite: ofVoucher(({ favoritesOnly }, { isFavorite }) => {
    const state = `The merchant is ${isFavorite ? '' : 'not '}among the user’s favorites.`
    return favoritesOnly ? `The voucher is for favorites only. ${state}` : 'The voucher needs no favorite.'
  }),
  no_claim: ofVoucher(({ claimFlow }, { hasClaim }) => {
    if (claimFlow === 'INSTANT') return 'The voucher needs no claim.'
    return hasClaim ? 'The user has claimed the voucher.' : 'The user has not claimed the voucher.'
  }),
  voucher_not_yet_applicable: ofVoucher(({ claimFlow, applicableFrom }) =>
    claimFlow === 'WALLET' && applicableFrom
      ? `The redemption period starts at ${time(applicableFrom)}.`
      : 'The redemption period has no start.',
  ),
  voucher_no_longer_applicable: ofVoucher(({ claimFlow, applicableUntil }) =>
    claimFlow === 'WALLET' && applicableUntil
      ? `The redemption period ends at ${time(applicableUntil)}.`
      : 'The redemption period has no end.',
  ),
  limit_reached: ofVoucher(
    ({ redemptionCount }, facts) =>
      `The user has used ${facts.usedByUser} of ${redemptionCount} redemptions${inCycle(facts)}.`,
  ),
  global_cap_reached: ofVoucher(({ globalRedemptionCap: cap }, facts) =>
    cap === null
      ? 'The voucher has no cap.'
      : `All users together have used ${facts.usedByAll} of ${cap} redemptions${inCycle(facts)}.`,
  ),
  codes_exhausted: ofVoucher(({ codeSource }, { codesLeft }) => {
    if (codeSource !== 'MANUAL') return 'The voucher has no pool of codes.'
    return codesLeft > 0 ? 'The pool has codes left.' : 'The pool is empty.'
  }),
}

function explainOutletChoice({ merchantId, outletIds }: VoucherFacts, { outlet }: Facts): string {
  if (outlet?.merchantId !== merchantId) return 'The outlet belongs to another merchant.'
  if (outletIds === null) return 'The voucher is for all outlets of its merchant.'
  const state = outletIds.includes(outlet.id) ? 'This is one of them.' : 'This is not one of them.'
  return `The voucher is for ${outletIds.length} chosen outlets. ${state}`
}
