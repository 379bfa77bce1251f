import type { Position } from '../../platform/geo.ts'
import type { Vault } from '../../platform/secrets.ts'
import type { PartnerEntry } from '../partners/directory.ts'
import { type CycleBucket, cycleAt } from './cycle.ts'
import type { Facts } from './decide.ts'
import type { LoadedFacts } from './facts-queries.ts'
import type { RedemptionRecord } from './queries.ts'
import type { Terms, VoucherTerms } from './terms.ts'

export type RedemptionRequest = {
  partner: Pick<PartnerEntry, 'id' | 'scope'>
  externalUserId: string
  voucherId: string
  outletId: string
  pin: string
  consumer: Position | null
  gpsAccuracyMeters: number | null
  /** `hash` is of the body, so that a key with another body is told apart. */
  idempotency: { key: string; hash: string } | null
}

/** Whose it is, before the database has said by which id it knows them. */
export function nameOf({ partner, externalUserId }: RedemptionRequest): string {
  return `${partner.id} ${externalUserId}`
}

/** The device's position, of which the schema takes both halves or neither. */
export function positionOf(body: { consumerLat?: number; consumerLng?: number }): Position | null {
  const { consumerLat: latitude, consumerLng: longitude } = body
  return latitude === undefined || longitude === undefined ? null : { latitude, longitude }
}

/** What a batch has loaded, with the counters running on as its requests are decided one after the other. */
export type RunningFacts = {
  loaded: LoadedFacts
  terms: Terms
  now: Date
  cycles: Map<string, CycleBucket>
  usedByUser: Map<string, number>
  usedByAll: Map<string, number>
  codesLeft: Map<string, number>
}

export function startRunning(loaded: LoadedFacts, terms: Terms, now: Date): RunningFacts {
  const counters = { usedByUser: new Map(), usedByAll: new Map(), codesLeft: new Map() }
  return { loaded, terms, now, cycles: new Map(), ...counters }
}

/** Whether a request may try: null, or the seconds until it may. Judged once, at the first look at it. */
export type AttemptVerdict = number | null

export const ATTEMPT_LIMITS = { attempts: 5, windowSeconds: 60 }

/** Each user's granted attempts go to the first of their requests; the rest are told when the oldest one ends. */
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

/** Whole seconds, at least one; null where there is nothing to wait for. */
export function secondsUntil(time: string | null | undefined, now: Date): number | null {
  return time ? secondsFrom(now, Date.parse(time)) : null
}

function secondsFrom(now: Date, timeMs: number): number {
  return Math.max(1, Math.ceil((timeMs - now.getTime()) / 1000))
}

/** Most vouchers of a batch turn at the same time, and calendars are slow. */
function cycleOf(voucher: VoucherTerms | null, { cycles, now }: RunningFacts): CycleBucket {
  const kind = voucher?.cycle ?? 'ONE_TIME'
  const timezone = voucher?.timezone ?? 'UTC'
  const known = cycles.get(`${kind} ${timezone}`)
  if (known) return known
  const cycle = cycleAt(kind, timezone, now)
  cycles.set(`${kind} ${timezone}`, cycle)
  return cycle
}

/** The facts of one request, as of its turn. */
export function factsOf(
  request: RedemptionRequest,
  place: number,
  running: RunningFacts,
  attempt: AttemptVerdict,
  vault: Vault,
): Facts {
  const { loaded, terms, now } = running
  const voucher = terms.vouchers.get(request.voucherId) ?? null
  const outlet = terms.outlets.get(request.outletId) ?? null
  const supply = loaded.supplies[request.voucherId]
  const row = loaded.requests[place]
  const cycle = cycleOf(voucher, running)
  return {
    now,
    scope: request.partner.scope,
    // Facts that are loaded again may have a lock that the first look at the request did not see.
    retryAfterSeconds: attempt ?? secondsUntil(row?.lockedUntil, now),
    defenseSeconds: secondsUntil(row?.defendedUntil, now),
    voucher,
    outlet,
    pinIsRight: outlet?.pinHash ? vault.pinMatches(outlet.id, request.pin, outlet.pinHash) : false,
    consumer: request.consumer,
    isFavorite: row?.isFavorite ?? false,
    hasClaim: row?.hasClaim ?? false,
    cycle,
    usedByUser: running.usedByUser.get(userBucket(request, cycle)) ?? row?.used[cycle.key] ?? 0,
    usedByAll: running.usedByAll.get(request.voucherId) ?? supply?.used[cycle.key] ?? 0,
    codesLeft: running.codesLeft.get(request.voucherId) ?? supply?.codesLeft ?? 0,
  }
}

/** The counters move with each that is granted, so that the next of the batch sees it. */
export function countGranted(request: RedemptionRequest, facts: Facts, running: RunningFacts): void {
  running.usedByUser.set(userBucket(request, facts.cycle), facts.usedByUser + 1)
  running.usedByAll.set(request.voucherId, facts.usedByAll + 1)
  running.codesLeft.set(request.voucherId, facts.codesLeft - 1)
}

function userBucket(request: RedemptionRequest, { key }: CycleBucket): string {
  return `${request.voucherId} ${key} ${nameOf(request)}`
}

/** The database writes times into JSON in a form of its own. */
export function replayed({
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
