import type { RuleCode } from '@counterfoil/contract/admin/redeemability.ts'
import {
  type Detail,
  type Reason,
  type ReasonSentence,
  reasonWith,
} from '@counterfoil/contract/words/reason.ts'
import { type Facts, GEOFENCE_METERS, type OutletFacts, type VoucherFacts } from './decide.ts'

/** The facts that a rule checked, one sentence each. `checked` is false if there was nothing to check. */
type Explanation = { checked: boolean; sentences: Reason[] }

type Sentence = `rule.${string}` & ReasonSentence
type Explain<Known> = (known: Known, facts: Facts) => Reason[]

const say = (sentence: Sentence, details: Record<string, Detail> = {}): Reason[] => [
  reasonWith(sentence, details),
]
const seen = (sentences: Reason[]): Explanation => ({ checked: true, sentences })
const notSeen = (sentences: Reason[]): Explanation => ({ checked: false, sentences })

const ofVoucher =
  (explain: Explain<VoucherFacts>) =>
  (facts: Facts): Explanation =>
    facts.voucher ? seen(explain(facts.voucher, facts)) : notSeen(say('rule.noVoucher'))

const ofOutlet =
  (explain: Explain<OutletFacts>) =>
  (facts: Facts): Explanation => {
    if (facts.outlet) return seen(explain(facts.outlet, facts))
    return notSeen(say(facts.outlet === undefined ? 'rule.noOutletChosen' : 'rule.noOutlet'))
  }

const time = (date: Date) => ({ type: 'TIME', value: date.toISOString() }) as const
const code = (value: string) => ({ type: 'CODE', value }) as const

/** When a period starts or ends, or that it does not. */
const period = (date: Date | null, limited: Sentence, open: Sentence): Reason[] =>
  date ? say(limited, { at: time(date) }) : say(open)

const used = (
  sentence: 'rule.used' | 'rule.allUsed',
  used: number,
  limit: number,
  { cycle }: Facts,
): Reason[] =>
  cycle.resetsAt === null
    ? say(sentence, { used, limit })
    : say(`${sentence}:cycle`, {
        ...{ used, limit, cycleKey: cycle.key },
        resetsAt: { type: 'TIME', value: cycle.resetsAt },
      })

/** The facts behind each rule of `decide`, in the published order. */
export const RULE_FACTS: Record<Exclude<RuleCode, 'partner_disabled'>, (facts: Facts) => Explanation> = {
  rate_limited: ({ retryAfterSeconds, defenseSeconds }) => {
    if (retryAfterSeconds !== null) return seen(say('rule.wait', { count: retryAfterSeconds }))
    if (defenseSeconds === null) return seen(say('rule.attemptsLeft'))
    return seen(say('rule.defended', { count: defenseSeconds }))
  },
  voucher_not_found: ({ voucher }) =>
    seen(voucher ? say('rule.voucherStatus', { status: code(voucher.status) }) : say('rule.voucherUnknown')),
  voucher_out_of_scope: ofVoucher(({ merchantCategory }, { scope }) =>
    scope === null ? say('rule.scopeAll') : say('rule.voucherScope', { category: merchantCategory }),
  ),
  outlet_not_found: (facts) =>
    facts.outlet === null ? seen(say('rule.outletUnknown')) : ofOutlet(() => say('rule.outletExists'))(facts),
  merchant_out_of_scope: ofOutlet(({ merchantCategory }, { scope }) =>
    scope === null ? say('rule.scopeAll') : say('rule.outletScope', { category: merchantCategory }),
  ),
  voucher_inactive: ofVoucher(({ status, merchantIsActive }) => [
    ...say('rule.voucherStatus', { status: code(status) }),
    ...say(merchantIsActive ? 'rule.merchantActive' : 'rule.merchantInactive'),
  ]),
  voucher_not_yet_valid: ofVoucher(({ validFrom }) =>
    period(validFrom, 'rule.validFrom', 'rule.validNoStart'),
  ),
  voucher_expired: ofVoucher(({ validUntil }) => period(validUntil, 'rule.validUntil', 'rule.validNoEnd')),
  voucher_not_valid_at_outlet: (facts) =>
    facts.outlet ? ofVoucher(explainOutletChoice)(facts) : notSeen(say('rule.noOutletChosen')),
  outlet_inactive: ofOutlet(({ isActive }) => say(isActive ? 'rule.outletActive' : 'rule.outletInactive')),
  outlet_pin_not_set: ofOutlet(({ hasPin, redeemBy }) => {
    if (redeemBy === 'QR') return say('rule.outletCodesOnly')
    return say(hasPin ? 'rule.outletPin' : 'rule.outletNoPin')
  }),
  invalid_pin: () => notSeen(say('rule.pinAtOutlet')),
  too_far: (facts) =>
    facts.outlet?.position
      ? notSeen([...say('rule.distance', { maxMeters: GEOFENCE_METERS }), ...say('rule.positionAtOutlet')])
      : ofOutlet(() => say('rule.noPosition'))(facts),
  not_a_favorite: ofVoucher(({ favoritesOnly }, { isFavorite }) =>
    favoritesOnly
      ? [...say('rule.favoritesOnly'), ...say(isFavorite ? 'rule.favorite' : 'rule.noFavorite')]
      : say('rule.favoriteNotNeeded'),
  ),
  no_claim: ofVoucher(({ claimFlow }, { hasClaim }) => {
    if (claimFlow === 'INSTANT') return say('rule.claimNotNeeded')
    return say(hasClaim ? 'rule.claimed' : 'rule.notClaimed')
  }),
  voucher_not_yet_applicable: ofVoucher(({ claimFlow, applicableFrom }) =>
    period(claimFlow === 'WALLET' ? applicableFrom : null, 'rule.applicableFrom', 'rule.applicableNoStart'),
  ),
  voucher_no_longer_applicable: ofVoucher(({ claimFlow, applicableUntil }) =>
    period(claimFlow === 'WALLET' ? applicableUntil : null, 'rule.applicableUntil', 'rule.applicableNoEnd'),
  ),
  limit_reached: ofVoucher(({ redemptionCount }, facts) =>
    used('rule.used', facts.usedByUser, redemptionCount, facts),
  ),
  global_cap_reached: ofVoucher(({ globalRedemptionCap: cap }, facts) =>
    cap === null ? say('rule.noCap') : used('rule.allUsed', facts.usedByAll, cap, facts),
  ),
  codes_exhausted: ofVoucher(({ codeSource }, { codesLeft }) => {
    if (codeSource !== 'MANUAL') return say('rule.noPool')
    return say(codesLeft > 0 ? 'rule.codesLeft' : 'rule.poolEmpty')
  }),
}

function explainOutletChoice({ merchantId, outletIds }: VoucherFacts, { outlet }: Facts): Reason[] {
  if (outlet?.merchantId !== merchantId) return say('rule.otherMerchant')
  if (outletIds === null) return say('rule.allOutlets')
  return [
    ...say('rule.chosenOutlets', { count: outletIds.length }),
    ...say(outletIds.includes(outlet.id) ? 'rule.isChosen' : 'rule.isNotChosen'),
  ]
}
