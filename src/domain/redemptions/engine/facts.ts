import type { RedemptionMethod } from '@counterfoil/contract/shapes/redemption.ts'
import type { Position } from '../../../platform/geo.ts'
import type { Vault } from '../../../platform/secrets.ts'
import type { PartnerEntry } from '../../actors/partner.ts'
import { type CycleBucket, type CycleKind, cycleAt } from '../rules/cycle.ts'
import type { Facts } from '../rules/decide.ts'
import type { LoadedFacts } from './facts-queries.ts'
import type { OutletTerms, Terms, VoucherTerms } from './terms.ts'
import type { RedemptionRecord, RedemptionToWrite } from './write-queries.ts'

/**
 * A user's request to redeem. In the engine it takes these shapes:
 *
 * - the body of the route (`contract/shapes/redemption.ts`);
 * - `RedemptionRequest` adds the user, and the hash with which an idempotency key is compared;
 * - `QueuedRequest` adds the waiting caller, its deadline, and whether the attempt was counted;
 * - `RequestToLoad` has only the keys of the statement that loads its facts;
 * - `Facts` are the input of the rules: terms, counters, and whether the PIN is right;
 * - `RedemptionToWrite` is the granted redemption, with its event and the limits by which it was decided;
 * - `Redeemed` is the result: the redemption as stored, and its translations.
 */
export type RedemptionRequest = {
  partner: Pick<PartnerEntry, 'id' | 'scope' | 'sandboxId' | 'clockOffsetMs'>
  externalUserId: string
  voucherId: string
  outletId: string
  pin: string
  consumer: Position | null
  gpsAccuracyMeters: number | null
  /** Only PIN compares the PIN. TEST is a simulated redemption of a test partner. */
  method: RedemptionMethod
  /** The device of the outlet that confirms a code; null if there is none. */
  deviceId: string | null
  /** `hash` is the hash of the body. It detects a key that is reused with another body. */
  idempotency: { key: string; hash: string } | null
}

/** Identifies the user by partner and external id; the database id is not known yet. */
export function userKeyOf({ partner, externalUserId }: RedemptionRequest): string {
  return `${partner.id} ${externalUserId}`
}

/** The position of the device. The schema accepts both coordinates or neither. */
export function positionOf(body: { consumerLat?: number; consumerLng?: number }): Position | null {
  const { consumerLat: latitude, consumerLng: longitude } = body
  return latitude === undefined || longitude === undefined ? null : { latitude, longitude }
}

/** The loaded facts of a batch, and the counters that change as its requests are decided one after the other. */
export type BatchFacts = {
  loaded: LoadedFacts
  terms: Terms
  now: Date
  cycles: Map<string, CycleBucket>
  /** Whether a PIN is right, by outlet and PIN. */
  pins: Map<string, boolean>
  usedByUser: Map<string, number>
  usedByAll: Map<string, number>
  codesLeft: Map<string, number>
}

export function startBatchFacts(loaded: LoadedFacts, terms: Terms, now: Date): BatchFacts {
  const counters = { usedByUser: new Map(), usedByAll: new Map(), codesLeft: new Map() }
  return { loaded, terms, now, cycles: new Map(), pins: new Map(), ...counters }
}

/** The seconds to wait; null if the request may be tried. Determined once, when its facts are first loaded. */
export type AttemptVerdict = number | null

export const ATTEMPT_LIMITS = { attempts: 5, windowSeconds: 60 }

/**
 * The first requests of each user use up the granted attempts. The others wait until the oldest attempt leaves the window.
 */
export function judgeAttempts(loaded: LoadedFacts, now: Date): AttemptVerdict[] {
  const left = new Map(Object.entries(loaded.attempts).map(([userId, { granted }]) => [userId, granted]))
  return loaded.requests.map(({ userId, replay, lockedUntil }) => {
    if (replay || userId === null) return null
    if (lockedUntil) return secondsUntil(lockedUntil, now)
    const granted = left.get(userId) ?? 0
    left.set(userId, granted - 1)
    const oldest = loaded.attempts[userId]?.oldest
    if (granted > 0 || oldest === undefined) return null
    return secondsFrom(now, Date.parse(oldest) + ATTEMPT_LIMITS.windowSeconds * 1000)
  })
}

/** Whole seconds, at least one. Null if there is no time to wait for. */
export function secondsUntil(time: string | null | undefined, now: Date): number | null {
  return time ? secondsFrom(now, Date.parse(time)) : null
}

function secondsFrom(now: Date, timeMs: number): number {
  return Math.max(1, Math.ceil((timeMs - now.getTime()) / 1000))
}

/**
 * Cycles are cached per batch: calendar arithmetic is slow, and most vouchers of a batch share their cycle and time zone.
 */
function cycleOf(kind: CycleKind, timezone: string, { cycles, now }: BatchFacts): CycleBucket {
  const known = cycles.get(`${kind} ${timezone}`)
  if (known) return known
  const cycle = cycleAt(kind, timezone, now)
  cycles.set(`${kind} ${timezone}`, cycle)
  return cycle
}

/** What a statement needs to know of a redemption: its value, and its month in the merchant's time zone. */
export function settlementOf(
  { redemptionValue, timezone }: VoucherTerms,
  running: BatchFacts,
): RedemptionToWrite['settlement'] {
  return { value: redemptionValue, month: cycleOf('MONTHLY', timezone, running).key }
}

/** Results are cached per batch: at a busy outlet, most requests of a batch have the same PIN, and hashing it is slow. */
function isPinRight(pin: string, outlet: OutletTerms | null, { pins }: BatchFacts, vault: Vault): boolean {
  if (!outlet?.pinHash) return false
  const key = `${outlet.id} ${pin}`
  const known = pins.get(key)
  if (known !== undefined) return known
  const isRight = vault.pinMatches(outlet.id, pin, outlet.pinHash)
  pins.set(key, isRight)
  return isRight
}

/** Null if the request has no PIN. The PIN of a simulated redemption counts as right. */
function judgePin(
  { method, pin }: RedemptionRequest,
  outlet: OutletTerms | null,
  running: BatchFacts,
  vault: Vault,
): boolean | null {
  if (method === 'QR') return null
  return method === 'TEST' || isPinRight(pin, outlet, running, vault)
}

/** The facts of one request, with the counters as earlier requests have left them. */
export function buildFacts(
  request: RedemptionRequest,
  index: number,
  running: BatchFacts,
  attempt: AttemptVerdict,
  vault: Vault,
): Facts {
  const { loaded, terms, now } = running
  const voucher = terms.vouchers.get(request.voucherId) ?? null
  const outlet = terms.outlets.get(request.outletId) ?? null
  const supply = loaded.supplies[request.voucherId]
  const row = loaded.requests[index]
  const cycle = cycleOf(voucher?.cycle ?? 'ONE_TIME', voucher?.timezone ?? 'UTC', running)
  return {
    now,
    scope: request.partner.scope,
    sandboxId: request.partner.sandboxId,
    method: request.method,
    // When facts are loaded again, the user may have been locked out since the attempt was counted.
    retryAfterSeconds: attempt ?? secondsUntil(row?.lockedUntil, now),
    defenseSeconds: secondsUntil(row?.defendedUntil, now),
    voucher,
    outlet,
    pinIsRight: judgePin(request, outlet, running, vault),
    consumer: request.consumer,
    isFavorite: row?.isFavorite ?? false,
    hasClaim: row?.hasClaim ?? false,
    cycle,
    usedByUser: running.usedByUser.get(userQuotaKey(request, cycle)) ?? row?.used[cycle.key] ?? 0,
    usedByAll: running.usedByAll.get(request.voucherId) ?? supply?.used[cycle.key] ?? 0,
    codesLeft: running.codesLeft.get(request.voucherId) ?? supply?.codesLeft ?? 0,
  }
}

/** Updates the counters after a grant, for the next requests of the batch. */
export function countGranted(request: RedemptionRequest, facts: Facts, running: BatchFacts): void {
  running.usedByUser.set(userQuotaKey(request, facts.cycle), facts.usedByUser + 1)
  running.usedByAll.set(request.voucherId, facts.usedByAll + 1)
  running.codesLeft.set(request.voucherId, facts.codesLeft - 1)
}

function userQuotaKey(request: RedemptionRequest, { key }: CycleBucket): string {
  return `${request.voucherId} ${key} ${userKeyOf(request)}`
}

/** The earlier redemption, as in its first response. PostgreSQL writes times into JSON in another format than the API. */
export function restoreReplay({
  requestHash: _,
  ...record
}: RedemptionRecord & { requestHash: string }): RedemptionRecord {
  const iso = (text: string | null) => (text === null ? null : new Date(text).toISOString())
  return {
    ...record,
    cycleResetsAt: iso(record.cycleResetsAt),
    redeemedAt: new Date(record.redeemedAt).toISOString(),
    voidedAt: iso(record.voidedAt),
  }
}
