import type { RedemptionRefusal } from '@counterfoil/contract/redemption.ts'
import { distanceMeters, type Position } from '../../platform/geo.ts'
import { isInScope, type Scope } from '../partners/scope.ts'
import type { CycleBucket } from './cycle.ts'

export const GEOFENCE_METERS = 150

export type VoucherFacts = {
  id: string
  merchantId: string
  merchantCategory: string
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
  name: string
  isActive: boolean
  hasPin: boolean
  position: Position | null
}

/** All that a decision rests on. Time, chance and secrets have been turned into facts before. */
export type Facts = {
  now: Date
  scope: Scope
  /** Seconds until another attempt counts; null: this one does. */
  retryAfterSeconds: number | null
  voucher: VoucherFacts | null
  /** null: unknown; undefined: a preview that names none. */
  outlet: OutletFacts | null | undefined
  /**
   * Seconds until the outlet stops asking this user to be there before it looks at the PIN; null: it does not ask. It
   * asks users who have never redeemed there, after many of them have sent wrong PINs.
   */
  defenseSeconds: number | null
  /** null: a preview, which gives none. */
  pinIsRight: boolean | null
  consumer: Position | null
  isFavorite: boolean
  hasClaim: boolean
  cycle: CycleBucket
  usedByUser: number
  usedByAll: number
  /** Codes left in the pool; meaningless unless the voucher draws from one. */
  codesLeft: number
}

export type Granted = {
  status: 'SUCCESS' | 'FLAGGED'
  flagReason: 'outlet_not_geolocated' | 'gps_unavailable' | null
  gpsAvailable: boolean
  gpsDistanceMeters: number | null
}

export type Refused = { code: RedemptionRefusal; details?: Record<string, unknown> }

/** True, or the details of it, when the rule is broken. */
type Rule = (facts: Facts) => boolean | Record<string, unknown>

/** A rule about something that has to be there: what is missing was refused by an earlier rule. */
const ofVoucher =
  (rule: (voucher: VoucherFacts, facts: Facts) => ReturnType<Rule>): Rule =>
  (facts) =>
    facts.voucher !== null && rule(facts.voucher, facts)
const ofOutlet =
  (rule: (outlet: OutletFacts, facts: Facts) => ReturnType<Rule>): Rule =>
  (facts) =>
    facts.outlet != null && rule(facts.outlet, facts)
const ofDefendedOutlet = (rule: (outlet: OutletFacts, facts: Facts) => ReturnType<Rule>): Rule =>
  ofOutlet((outlet, facts) => facts.defenseSeconds !== null && rule(outlet, facts))

/**
 * The checks, in their published order: the first that fails is the answer. The schema and the replay of an
 * idempotent request come before, and `code_generation_failed` can only come after. A defended outlet asks for the
 * position before the PIN, so two codes stand here a second time.
 */
export const RULES: [RedemptionRefusal, Rule][] = [
  ['rate_limited', ({ retryAfterSeconds }) => retryAfterSeconds !== null && { retryAfterSeconds }],
  ['voucher_not_found', ({ voucher }) => voucher === null || voucher.status === 'DRAFT'],
  [
    'voucher_out_of_scope',
    ofVoucher(({ merchantId, merchantCategory }, { scope }) => !covers(scope, merchantId, merchantCategory)),
  ],
  ['outlet_not_found', ({ outlet }) => outlet === null],
  [
    'merchant_out_of_scope',
    ofOutlet(({ merchantId, merchantCategory }, { scope }) => !covers(scope, merchantId, merchantCategory)),
  ],
  [
    'voucher_inactive',
    ofVoucher(({ status, merchantIsActive }) => status !== 'PUBLISHED' || !merchantIsActive),
  ],
  ['voucher_not_yet_valid', ofVoucher(({ validFrom }, { now }) => validFrom !== null && now < validFrom)],
  ['voucher_expired', ofVoucher(({ validUntil }, { now }) => validUntil !== null && now >= validUntil)],
  [
    'voucher_not_valid_at_outlet',
    ofVoucher((voucher, { outlet }) => outlet != null && !isValidAt(voucher, outlet)),
  ],
  ['outlet_inactive', ofOutlet(({ isActive }) => !isActive)],
  ['outlet_pin_not_set', ofOutlet(({ hasPin }) => !hasPin)],
  [
    'rate_limited',
    ofDefendedOutlet(
      ({ position }, { consumer, defenseSeconds }) =>
        (position === null || consumer === null) && { retryAfterSeconds: defenseSeconds },
    ),
  ],
  ['too_far', ofDefendedOutlet(({ position }, { consumer }) => tooFar(position, consumer))],
  ['invalid_pin', ({ pinIsRight }) => pinIsRight === false],
  ['too_far', ofOutlet(({ position }, { consumer }) => tooFar(position, consumer))],
  ['not_a_favorite', ofVoucher(({ favoritesOnly }, { isFavorite }) => favoritesOnly && !isFavorite)],
  ['no_claim', ofVoucher(({ claimFlow }, { hasClaim }) => claimFlow === 'WALLET' && !hasClaim)],
  [
    'voucher_not_yet_applicable',
    ofVoucher(({ claimFlow, applicableFrom }, { now }) => notYet(claimFlow, applicableFrom, now)),
  ],
  [
    'voucher_no_longer_applicable',
    ofVoucher(({ claimFlow, applicableUntil }, { now }) => noLonger(claimFlow, applicableUntil, now)),
  ],
  [
    'limit_reached',
    ofVoucher(
      ({ redemptionCount }, { usedByUser, cycle }) =>
        usedByUser >= redemptionCount && { limit: redemptionCount, used: usedByUser, cycleKey: cycle.key },
    ),
  ],
  [
    'global_cap_reached',
    ofVoucher(
      ({ globalRedemptionCap: cap }, { usedByAll, cycle }) =>
        cap !== null && usedByAll >= cap && { cap, used: usedByAll, cycleKey: cycle.key },
    ),
  ],
  ['codes_exhausted', ofVoucher(({ codeSource }, { codesLeft }) => codeSource === 'MANUAL' && codesLeft < 1)],
]

/** The answer to one redemption. */
export function decide(facts: Facts): Granted | Refused {
  for (const [code, rule] of RULES) {
    const broken = rule(facts)
    if (broken !== false) return broken === true ? { code } : { code, details: broken }
  }
  return grant(facts)
}

/** Every rule that is broken, for a preview. */
export function reasons(facts: Facts): RedemptionRefusal[] {
  return [...new Set(RULES.filter(([, rule]) => rule(facts) !== false).map(([code]) => code))]
}

const BEFORE_PIN = RULES.slice(
  0,
  RULES.findIndex(([code]) => code === 'invalid_pin'),
)

/** Whether the answer tells if the PIN is right: no check before that of the PIN has failed. */
export function tellsOfPin(facts: Facts): boolean {
  return BEFORE_PIN.every(([, rule]) => rule(facts) === false)
}

/** Whether coordinates came that are within the geofence. */
export function isAtOutlet({ outlet, consumer }: Facts): boolean {
  const position = outlet?.position ?? null
  return position !== null && consumer !== null && tooFar(position, consumer) === false
}

/** After this point it must succeed. */
function grant({ outlet, consumer }: Facts): Granted {
  const gpsAvailable = consumer !== null
  const position = outlet?.position ?? null
  if (position === null) {
    return { status: 'SUCCESS', flagReason: 'outlet_not_geolocated', gpsAvailable, gpsDistanceMeters: null }
  }
  if (consumer === null) {
    return { status: 'FLAGGED', flagReason: 'gps_unavailable', gpsAvailable, gpsDistanceMeters: null }
  }
  const gpsDistanceMeters = tenths(distanceMeters(position, consumer))
  return { status: 'SUCCESS', flagReason: null, gpsAvailable, gpsDistanceMeters }
}

function covers(scope: Scope, id: string, category: string): boolean {
  return isInScope(scope, { id, category })
}

function isValidAt({ merchantId, outletIds }: VoucherFacts, outlet: OutletFacts): boolean {
  return outlet.merchantId === merchantId && (outletIds === null || outletIds.includes(outlet.id))
}

/** Exactly 150 m is within; the figure is rounded only after the comparison. */
function tooFar(position: Position | null, consumer: Position | null): ReturnType<Rule> {
  if (position === null || consumer === null) return false
  const meters = distanceMeters(position, consumer)
  return meters > GEOFENCE_METERS && { distanceMeters: tenths(meters), maxMeters: GEOFENCE_METERS }
}

/** The redemption window is one of wallet vouchers. */
function notYet(claimFlow: string, from: Date | null, now: Date): ReturnType<Rule> {
  return claimFlow === 'WALLET' && from !== null && now < from && { applicableFrom: from.toISOString() }
}

function noLonger(claimFlow: string, until: Date | null, now: Date): ReturnType<Rule> {
  return claimFlow === 'WALLET' && until !== null && now >= until && { applicableUntil: until.toISOString() }
}

function tenths(meters: number): number {
  return Math.round(meters * 10) / 10
}
