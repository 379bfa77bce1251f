import type { RedemptionRefusal } from '@counterfoil/contract/redemption.ts'
import { distanceMeters, type Position } from '../../platform/geo.ts'
import { isInScope, type Scope, type Viewer } from '../partners/scope.ts'
import type { CycleBucket } from './cycle.ts'

export const GEOFENCE_METERS = 150

export type VoucherFacts = {
  id: string
  merchantId: string
  merchantName: string
  merchantCategory: string
  merchantSandboxId: string | null
  merchantIsActive: boolean
  title: string
  status: 'DRAFT' | 'PUBLISHED' | 'UNPUBLISHED'
  codeSource: 'NONE' | 'MANUAL' | 'AUTO'
  claimFlow: 'WALLET' | 'INSTANT'
  favoritesOnly: boolean
  redemptionCount: number
  globalRedemptionCap: number | null
  validFrom: Date | null
  validUntil: Date | null
  applicableFrom: Date | null
  applicableUntil: Date | null
  outletIds: string[] | null
}

export type OutletFacts = {
  id: string
  merchantId: string
  merchantCategory: string
  merchantSandboxId: string | null
  name: string
  isActive: boolean
  hasPin: boolean
  position: Position | null
}

/** The input of a decision. The clock has been read and the PIN compared already, so that `decide` is pure. */
export type Facts = {
  now: Date
  scope: Scope
  sandboxId: Viewer['sandboxId']
  /** Seconds until the next attempt is allowed. Null: this one is allowed. */
  retryAfterSeconds: number | null
  voucher: VoucherFacts | null
  /** Null: not found. Undefined: a preview without an outlet. */
  outlet: OutletFacts | null | undefined
  /**
   * Seconds for which the outlet is still defended against this user: the position is checked before the PIN. Null: not
   * defended. After many wrong PINs, an outlet is defended against users who have never redeemed there.
   */
  defenseSeconds: number | null
  /** Null: a preview, which has no PIN. */
  pinIsRight: boolean | null
  consumer: Position | null
  isFavorite: boolean
  hasClaim: boolean
  cycle: CycleBucket
  usedByUser: number
  usedByAll: number
  /** Codes left in the pool. Meaningless for a voucher without a pool. */
  codesLeft: number
}

export type Granted = {
  status: 'SUCCESS' | 'FLAGGED'
  flagReason: 'outlet_not_geolocated' | 'gps_unavailable' | null
  gpsAvailable: boolean
  gpsDistanceMeters: number | null
}

export type Refused = { code: RedemptionRefusal; details?: Record<string, unknown> }

/** False if the facts keep the rule. Otherwise true, or the details of the refusal. */
type Rule = (facts: Facts) => boolean | Record<string, unknown>

/** These rules pass if the voucher or outlet is missing: an earlier rule has refused that. */
const voucherRule =
  (rule: (voucher: VoucherFacts, facts: Facts) => ReturnType<Rule>): Rule =>
  (facts) =>
    facts.voucher !== null && rule(facts.voucher, facts)
const outletRule =
  (rule: (outlet: OutletFacts, facts: Facts) => ReturnType<Rule>): Rule =>
  (facts) =>
    facts.outlet != null && rule(facts.outlet, facts)
const defendedOutletRule = (rule: (outlet: OutletFacts, facts: Facts) => ReturnType<Rule>): Rule =>
  outletRule((outlet, facts) => facts.defenseSeconds !== null && rule(outlet, facts))

/**
 * The rules, in their published order: the first broken one is the answer. The schema and idempotent replays are
 * checked before, and `code_generation_failed` can only happen after. A defended outlet checks the position before the
 * PIN, so `rate_limited` and `too_far` are listed twice.
 */
export const RULES: [RedemptionRefusal, Rule][] = [
  ['rate_limited', ({ retryAfterSeconds }) => retryAfterSeconds !== null && { retryAfterSeconds }],
  ['voucher_not_found', ({ voucher }) => voucher === null || voucher.status === 'DRAFT'],
  ['voucher_out_of_scope', voucherRule(isOutOfScope)],
  ['outlet_not_found', ({ outlet }) => outlet === null],
  ['merchant_out_of_scope', outletRule(isOutOfScope)],
  [
    'voucher_inactive',
    voucherRule(({ status, merchantIsActive }) => status !== 'PUBLISHED' || !merchantIsActive),
  ],
  ['voucher_not_yet_valid', voucherRule(({ validFrom }, { now }) => validFrom !== null && now < validFrom)],
  ['voucher_expired', voucherRule(({ validUntil }, { now }) => validUntil !== null && now >= validUntil)],
  [
    'voucher_not_valid_at_outlet',
    voucherRule((voucher, { outlet }) => outlet != null && !isValidAt(voucher, outlet)),
  ],
  ['outlet_inactive', outletRule(({ isActive }) => !isActive)],
  ['outlet_pin_not_set', outletRule(({ hasPin }) => !hasPin)],
  [
    'rate_limited',
    defendedOutletRule(
      ({ position }, { consumer, defenseSeconds }) =>
        (position === null || consumer === null) && { retryAfterSeconds: defenseSeconds },
    ),
  ],
  ['too_far', defendedOutletRule(({ position }, { consumer }) => checkDistance(position, consumer))],
  ['invalid_pin', ({ pinIsRight }) => pinIsRight === false],
  ['too_far', outletRule(({ position }, { consumer }) => checkDistance(position, consumer))],
  ['not_a_favorite', voucherRule(({ favoritesOnly }, { isFavorite }) => favoritesOnly && !isFavorite)],
  ['no_claim', voucherRule(({ claimFlow }, { hasClaim }) => claimFlow === 'WALLET' && !hasClaim)],
  [
    'voucher_not_yet_applicable',
    voucherRule(({ claimFlow, applicableFrom }, { now }) =>
      checkApplicableFrom(claimFlow, applicableFrom, now),
    ),
  ],
  [
    'voucher_no_longer_applicable',
    voucherRule(({ claimFlow, applicableUntil }, { now }) =>
      checkApplicableUntil(claimFlow, applicableUntil, now),
    ),
  ],
  [
    'limit_reached',
    voucherRule(
      ({ redemptionCount }, { usedByUser, cycle }) =>
        usedByUser >= redemptionCount && { limit: redemptionCount, used: usedByUser, cycleKey: cycle.key },
    ),
  ],
  [
    'global_cap_reached',
    voucherRule(
      ({ globalRedemptionCap: cap }, { usedByAll, cycle }) =>
        cap !== null && usedByAll >= cap && { cap, used: usedByAll, cycleKey: cycle.key },
    ),
  ],
  [
    'codes_exhausted',
    voucherRule(({ codeSource }, { codesLeft }) => codeSource === 'MANUAL' && codesLeft < 1),
  ],
]

/** Decides one redemption. */
export function decide(facts: Facts): Granted | Refused {
  for (const [code, rule] of RULES) {
    const broken = rule(facts)
    if (broken !== false) return broken === true ? { code } : { code, details: broken }
  }
  return grant(facts)
}

/** The codes of all broken rules, each once: for a preview. */
export function listBrokenRules(facts: Facts): RedemptionRefusal[] {
  return [...new Set(RULES.filter(([, rule]) => rule(facts) !== false).map(([code]) => code))]
}

const BEFORE_PIN = RULES.slice(
  0,
  RULES.findIndex(([code]) => code === 'invalid_pin'),
)

/** Whether the answer reveals if the PIN is right: no rule before the PIN's is broken. */
export function revealsPin(facts: Facts): boolean {
  return BEFORE_PIN.every(([, rule]) => rule(facts) === false)
}

/** Whether the request has coordinates inside the geofence. */
export function isAtOutlet({ outlet, consumer }: Facts): boolean {
  const position = outlet?.position ?? null
  return position !== null && consumer !== null && checkDistance(position, consumer) === false
}

/** All rules are kept: from here on, the redemption must succeed. */
function grant({ outlet, consumer }: Facts): Granted {
  const gpsAvailable = consumer !== null
  const position = outlet?.position ?? null
  if (position === null) {
    return { status: 'SUCCESS', flagReason: 'outlet_not_geolocated', gpsAvailable, gpsDistanceMeters: null }
  }
  if (consumer === null) {
    return { status: 'FLAGGED', flagReason: 'gps_unavailable', gpsAvailable, gpsDistanceMeters: null }
  }
  const gpsDistanceMeters = roundToTenths(distanceMeters(position, consumer))
  return { status: 'SUCCESS', flagReason: null, gpsAvailable, gpsDistanceMeters }
}

function isOutOfScope(
  { merchantId, merchantCategory, merchantSandboxId }: VoucherFacts | OutletFacts,
  facts: Facts,
): boolean {
  return !isInScope(facts, { id: merchantId, category: merchantCategory, sandboxId: merchantSandboxId })
}

function isValidAt({ merchantId, outletIds }: VoucherFacts, outlet: OutletFacts): boolean {
  return outlet.merchantId === merchantId && (outletIds === null || outletIds.includes(outlet.id))
}

/** Exactly 150 m is inside the geofence. The distance is rounded only after the comparison. */
function checkDistance(position: Position | null, consumer: Position | null): ReturnType<Rule> {
  if (position === null || consumer === null) return false
  const meters = distanceMeters(position, consumer)
  return meters > GEOFENCE_METERS && { distanceMeters: roundToTenths(meters), maxMeters: GEOFENCE_METERS }
}

/** Only wallet vouchers have a redemption window. */
function checkApplicableFrom(claimFlow: string, from: Date | null, now: Date): ReturnType<Rule> {
  return claimFlow === 'WALLET' && from !== null && now < from && { applicableFrom: from.toISOString() }
}

function checkApplicableUntil(claimFlow: string, until: Date | null, now: Date): ReturnType<Rule> {
  return claimFlow === 'WALLET' && until !== null && now >= until && { applicableUntil: until.toISOString() }
}

function roundToTenths(meters: number): number {
  return Math.round(meters * 10) / 10
}
