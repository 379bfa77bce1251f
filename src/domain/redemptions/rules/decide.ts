import type { RuleRefusal } from '@counterfoil/contract/errors.ts'
import type { RedeemBy } from '@counterfoil/contract/shapes/outlet.ts'
import type { RedemptionMethod } from '@counterfoil/contract/shapes/redemption.ts'
import { distanceMeters, type Position } from '../../../platform/geo.ts'
import { isInScope, type Scope, type Viewer } from '../../partners/scope.ts'
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
  /** Whether its PIN redeems: false if it has none, and if it takes codes only. */
  hasPin: boolean
  redeemBy: RedeemBy
  position: Position | null
}

/** The input of a decision. The clock has been read and the PIN compared already, so that `decide` is pure. */
export type Facts = {
  now: Date
  scope: Scope
  sandboxId: Viewer['sandboxId']
  method: RedemptionMethod
  /** Seconds until the next attempt is allowed; null if this one is allowed. */
  retryAfterSeconds: number | null
  voucher: VoucherFacts | null
  /** Null if the outlet was not found, undefined in a preview without an outlet. */
  outlet: OutletFacts | null | undefined
  /**
   * Seconds for which the outlet is still defended against this user; null if it is not. A defended outlet checks the
   * position before the PIN. After many wrong PINs, an outlet is defended against users who have never redeemed there.
   */
  defenseSeconds: number | null
  /** Null in a preview and for a redemption by code: there is no PIN. */
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

export type Refused = { code: RuleRefusal; details?: Record<string, unknown> }

type Details = NonNullable<Refused['details']>

/** Returns the details of the refusal, or null if the rule is met. */
type Rule = (facts: Facts) => Details | null

const NO_DETAILS: Details = {}
const brokenIf = (isBroken: boolean) => (isBroken ? NO_DETAILS : null)

/** These rules pass if the voucher or outlet is missing, because an earlier rule refuses that. */
const voucherRule =
  (rule: (voucher: VoucherFacts, facts: Facts) => Details | null): Rule =>
  (facts) =>
    facts.voucher === null ? null : rule(facts.voucher, facts)
const outletRule =
  (rule: (outlet: OutletFacts, facts: Facts) => Details | null): Rule =>
  (facts) =>
    facts.outlet ? rule(facts.outlet, facts) : null
const defendedOutletRule = (rule: (outlet: OutletFacts, facts: Facts) => Details | null): Rule =>
  outletRule((outlet, facts) => (facts.defenseSeconds === null ? null : rule(outlet, facts)))

/**
 * The rules, in their published order: the first broken one is the response. The schema and idempotent replays are
 * checked before, and `code_generation_failed` can only happen after. A defended outlet checks the position before the
 * PIN, so `rate_limited` and `too_far` are listed twice.
 */
export const RULES: [RuleRefusal, Rule][] = [
  ['rate_limited', ({ retryAfterSeconds }) => (retryAfterSeconds === null ? null : { retryAfterSeconds })],
  ['voucher_not_found', ({ voucher }) => brokenIf(voucher === null || voucher.status === 'DRAFT')],
  ['voucher_out_of_scope', voucherRule(checkScope)],
  ['outlet_not_found', ({ outlet }) => brokenIf(outlet === null)],
  ['merchant_out_of_scope', outletRule(checkScope)],
  [
    'voucher_inactive',
    voucherRule(({ status, merchantIsActive }) => brokenIf(status !== 'PUBLISHED' || !merchantIsActive)),
  ],
  [
    'voucher_not_yet_valid',
    voucherRule(({ validFrom }, { now }) => brokenIf(validFrom !== null && now < validFrom)),
  ],
  [
    'voucher_expired',
    voucherRule(({ validUntil }, { now }) => brokenIf(validUntil !== null && now >= validUntil)),
  ],
  [
    'voucher_not_valid_at_outlet',
    voucherRule((voucher, { outlet }) => brokenIf(outlet != null && !isValidAt(voucher, outlet))),
  ],
  ['outlet_inactive', outletRule(({ isActive }) => brokenIf(!isActive))],
  ['outlet_pin_not_set', outletRule((outlet, { method }) => brokenIf(lacksPin(outlet, method)))],
  [
    'qr_not_enabled',
    outletRule(({ redeemBy }, { method }) => brokenIf(method === 'QR' && redeemBy === 'PIN')),
  ],
  [
    'rate_limited',
    defendedOutletRule(({ position }, { consumer, defenseSeconds }) =>
      position === null || consumer === null ? { retryAfterSeconds: defenseSeconds } : null,
    ),
  ],
  ['too_far', defendedOutletRule(({ position }, { consumer }) => checkDistance(position, consumer))],
  ['invalid_pin', ({ pinIsRight }) => brokenIf(pinIsRight === false)],
  ['too_far', outletRule(({ position }, { consumer }) => checkDistance(position, consumer))],
  [
    'not_a_favorite',
    voucherRule(({ favoritesOnly }, { isFavorite }) => brokenIf(favoritesOnly && !isFavorite)),
  ],
  ['no_claim', voucherRule(({ claimFlow }, { hasClaim }) => brokenIf(claimFlow === 'WALLET' && !hasClaim))],
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
    voucherRule(({ redemptionCount: limit }, { usedByUser: used, cycle }) =>
      used < limit ? null : { limit, used, cycleKey: cycle.key },
    ),
  ],
  [
    'global_cap_reached',
    voucherRule(({ globalRedemptionCap: cap }, { usedByAll: used, cycle }) =>
      cap === null || used < cap ? null : { cap, used, cycleKey: cycle.key },
    ),
  ],
  [
    'codes_exhausted',
    voucherRule(({ codeSource }, { codesLeft }) => brokenIf(codeSource === 'MANUAL' && codesLeft < 1)),
  ],
]

/** Decides one redemption. */
export function decide(facts: Facts): Granted | Refused {
  for (const [code, rule] of RULES) {
    const details = rule(facts)
    if (details !== null) return details === NO_DETAILS ? { code } : { code, details }
  }
  return grant(facts)
}

/** The codes of all broken rules, each once, for a preview. */
export function listBrokenRules(facts: Facts): RuleRefusal[] {
  return [...new Set(RULES.filter(([, rule]) => rule(facts) !== null).map(([code]) => code))]
}

const BEFORE_PIN = RULES.slice(
  0,
  RULES.findIndex(([code]) => code === 'invalid_pin'),
)

/** Whether the response reveals if the PIN is right: there is one, and no rule before the PIN's is broken. */
export function revealsPin(facts: Facts): boolean {
  return facts.pinIsRight !== null && BEFORE_PIN.every(([, rule]) => rule(facts) === null)
}

/** Whether the request has coordinates inside the geofence. */
export function isAtOutlet({ outlet, consumer }: Facts): boolean {
  const position = outlet?.position ?? null
  return position !== null && consumer !== null && checkDistance(position, consumer) === null
}

/** All rules are met: from here on, the redemption must succeed. */
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

function checkScope(
  { merchantId, merchantCategory, merchantSandboxId }: VoucherFacts | OutletFacts,
  facts: Facts,
): Details | null {
  const merchant = { id: merchantId, category: merchantCategory, sandboxId: merchantSandboxId }
  return brokenIf(!isInScope(facts, merchant))
}

function isValidAt({ merchantId, outletIds }: VoucherFacts, outlet: OutletFacts): boolean {
  return outlet.merchantId === merchantId && (outletIds === null || outletIds.includes(outlet.id))
}

/** A test redemption passes where the outlet takes codes only: no phone shows one. */
function lacksPin({ hasPin, redeemBy }: OutletFacts, method: RedemptionMethod): boolean {
  return !hasPin && method !== 'QR' && !(method === 'TEST' && redeemBy === 'QR')
}

/** Exactly 150 m is inside the geofence. The distance is rounded only after the comparison. */
function checkDistance(position: Position | null, consumer: Position | null): Details | null {
  if (position === null || consumer === null) return null
  const meters = distanceMeters(position, consumer)
  if (meters <= GEOFENCE_METERS) return null
  return { distanceMeters: roundToTenths(meters), maxMeters: GEOFENCE_METERS }
}

/** Only wallet vouchers have a redemption window. */
function checkApplicableFrom(claimFlow: string, from: Date | null, now: Date): Details | null {
  if (claimFlow !== 'WALLET' || from === null || now >= from) return null
  return { applicableFrom: from.toISOString() }
}

function checkApplicableUntil(claimFlow: string, until: Date | null, now: Date): Details | null {
  if (claimFlow !== 'WALLET' || until === null || now < until) return null
  return { applicableUntil: until.toISOString() }
}

function roundToTenths(meters: number): number {
  return Math.round(meters * 10) / 10
}
