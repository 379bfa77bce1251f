import { orderedId } from '../../../platform/database/ordered-id.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { Vault } from '../../../platform/secrets.ts'
import { redemptionCreated } from '../../webhooks/outbox/events.ts'
import { decide, type Facts, type Granted, revealsPin } from '../rules/decide.ts'
import {
  type BatchFacts,
  buildFacts,
  countGranted,
  type RedemptionRequest,
  restoreReplay,
  settlementOf,
} from './facts.ts'
import type { PinGuess } from './pin-guesses.ts'
import type { Outcome, QueuedRequest, Redeemed } from './redemption-queue.ts'
import { translationsOf } from './terms.ts'
import type { RedemptionRecord, RedemptionToWrite } from './write-queries.ts'

/** A granted redemption that has to be written, or the final response. */
export type Decided = RedemptionToWrite | Outcome

export function isGranted(decided: Decided): decided is RedemptionToWrite {
  return 'event' in decided
}

export function isReplay(decided: Decided): decided is Redeemed {
  return 'isReplay' in decided && decided.isReplay
}

export function redeemed(
  redemption: RedemptionRecord,
  { terms }: Pick<BatchFacts, 'terms'>,
  isReplay: boolean,
): Redeemed {
  return { redemption, translations: translationsOf(terms, redemption), isReplay }
}

type DecideOptions = {
  vault: Vault
  generateCode: () => string
  /** False after too many collisions of generated codes. */
  mayGenerate: boolean
}

/**
 * Decides the requests in order of arrival. Each request sees the counters that earlier requests have changed. `guesses`
 * are the refusals that reveal whether the PIN was right: they must be counted before they are answered.
 */
export function decideBatch(
  batch: QueuedRequest[],
  batchFacts: BatchFacts,
  options: DecideOptions,
): { decided: Decided[]; guesses: PinGuess[] } {
  const guesses: PinGuess[] = []
  const decided = batch.map(({ request, attempt, countedPinRefusal }, index): Decided => {
    if (countedPinRefusal) return countedPinRefusal
    const { userId = null, replay: earlier } = batchFacts.loaded.requests[index] ?? {}
    if (userId === null) return refuse('user_not_found')
    if (earlier) {
      if (earlier.requestHash !== request.idempotency?.hash) return refuse('idempotency_key_reused')
      return redeemed(restoreReplay(earlier), batchFacts, true)
    }
    const retryAfterSeconds = attempt.state === 'refused' ? attempt.retryAfterSeconds : null
    const facts = buildFacts(request, index, batchFacts, retryAfterSeconds, options.vault)
    const decision = decide(facts)
    if ('code' in decision) {
      if (revealsPin(facts)) guesses.push({ index, userId, facts })
      return refuse(decision.code, decision.details)
    }
    if (facts.voucher?.codeSource === 'AUTO' && !options.mayGenerate) return refuse('code_generation_failed')
    countGranted(request, facts, batchFacts)
    return buildRedemption({ request, userId, facts, granted: decision, batchFacts, ...options })
  })
  return { decided, guesses }
}

type Grant = Pick<DecideOptions, 'generateCode'> & {
  request: RedemptionRequest
  userId: string
  facts: Facts
  granted: Granted
  batchFacts: BatchFacts
}

/** Makes the redemption with its event. A code from a pool is still missing: the database draws it at the write. */
function buildRedemption({
  request,
  userId,
  facts,
  granted,
  batchFacts,
  generateCode,
}: Grant): RedemptionToWrite {
  const { partner, externalUserId, consumer, gpsAccuracyMeters, idempotency } = request
  const { outlet, cycle, now } = facts
  const voucher = batchFacts.terms.vouchers.get(request.voucherId)
  if (!voucher || !outlet) throw new Error('granted without a voucher or an outlet')
  const redemption: RedemptionRecord = {
    id: orderedId(),
    userId,
    voucherId: voucher.id,
    outletId: outlet.id,
    merchantId: voucher.merchantId,
    voucherTitle: voucher.title,
    outletName: outlet.name,
    cycleKey: cycle.key,
    cycleResetsAt: cycle.resetsAt,
    ...granted,
    method: request.method,
    code: voucher.codeSource === 'AUTO' ? generateCode() : null,
    redeemedAt: now.toISOString(),
    voidedAt: null,
    remaining: voucher.redemptionCount - facts.usedByUser - 1,
  }
  return {
    redemption,
    partnerId: partner.id,
    deviceId: request.deviceId,
    consumer,
    gpsAccuracyMeters,
    idempotency,
    drawsCode: voucher.codeSource === 'MANUAL',
    userLimit: voucher.redemptionCount,
    voucherCap: voucher.globalRedemptionCap,
    settlement: settlementOf(voucher, batchFacts),
    event: redemptionCreated(
      { id: orderedId(), createdAt: now },
      { ...redemption, externalUserId, redemptionId: redemption.id, merchantName: voucher.merchantName },
    ),
  }
}
