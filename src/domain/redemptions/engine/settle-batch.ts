import type { Db } from '../../../platform/database/db.ts'
import { STATEMENT_DEADLINE_MS } from '../../../platform/database/deadlines.ts'
import { waitForStandbys } from '../../../platform/database/standbys.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { Runtime } from '../../../platform/runtime.ts'
import type { PinMoves } from '../../catalog/move-pins.ts'
import { timeOf } from '../../partners/partner-time.ts'
import type { EventNotifier } from '../../webhooks/outbox/event-notifier.ts'
import { returnAttempt } from './attempt-queries.ts'
import { type Decided, decideBatch, isGranted, isReplay, redeemed } from './decide-batch.ts'
import {
  ATTEMPT_LIMITS,
  type AttemptVerdict,
  type BatchFacts,
  judgeAttempts,
  startBatchFacts,
} from './facts.ts'
import { loadFactsIn } from './load-facts.ts'
import { answerGuesses, type PinGuess } from './pin-guesses.ts'
import type { AttemptState, Outcome, QueuedRequest } from './redemption-queue.ts'
import type { Terms, TermsCache } from './terms.ts'
import { classifyWriteFailure } from './write-failure.ts'
import { writeRedemptions } from './write-queries.ts'

export type SettleOptions = {
  attemptsPerMinute: number
  generateCode: () => string
  /** Runs between loading the facts and the write. Tests hold a batch here while other writers change the facts. */
  pause: () => Promise<void>
}

export type SettleDeps = Pick<Runtime, 'cell' | 'homeDb' | 'engineDb' | 'vault' | 'now'> & {
  eventNotifier: EventNotifier
  options: SettleOptions
  terms: TermsCache
  pinMoves: PinMoves
  /** Called when a batch is decided again because its facts changed before the write. */
  onRetry: () => void
}

const MAX_DECISION_ROUNDS = 50
const MAX_CODE_COLLISIONS = 5

/** Thrown if it is unknown whether the write was committed. It must not be retried: that could redeem twice. */
export class WriteOutcomeUnknown extends Error {}

/**
 * One round of deciding a batch: the time at which it is decided, and the database with the rest of the batch's deadline.
 */
type Round = { batch: QueuedRequest[]; now: Date; db: () => Db }

/** Loads, decides and writes, and repeats this until the facts did not change between the load and the write. */
export async function settleBatch(deps: SettleDeps, batch: QueuedRequest[]): Promise<Outcome[]> {
  const { options, vault } = deps
  const deadlineMs = performance.now() + STATEMENT_DEADLINE_MS
  const db = () => deps.engineDb.withLimits({ deadlineMs: deadlineMs - performance.now() })
  let waitForCodes = false
  let collisions = 0
  for (let round = 0; round < MAX_DECISION_ROUNDS && performance.now() < deadlineMs; round += 1) {
    const now = timeOf(clockOf(batch), deps.now())
    const facts = await loadBatch(deps, { batch, now, db })
    const mayGenerate = collisions < MAX_CODE_COLLISIONS
    const { decided, guesses } = decideBatch(batch, facts, { ...options, vault, mayGenerate })
    const granted = decided.filter(isGranted)
    if (granted.length > 0 || guesses.length > 0) await options.pause()
    await countGuesses({ batch, now, db }, decided, guesses)
    if (granted.length === 0) {
      // If there is a write below, it waits for the standbys.
      if (decided.some(isReplay)) await waitForStandbys(db())
      return decided as Outcome[]
    }
    let codes: (string | null)[] | null = null
    try {
      codes = await writeRedemptions(db(), granted, { now, version: facts.terms.version, waitForCodes })
    } catch (error) {
      const failure = classifyWriteFailure(error)
      if (failure === 'outcome_unknown')
        throw new WriteOutcomeUnknown('the database did not answer the write', { cause: error })
      if (failure === 'rejected') throw error
      if (failure === 'old_facts') waitForCodes = true
      if (failure === 'code_collision') collisions += 1
      // The error does not say whose code collided. When the requests are processed one by one, only that request is
      // refused.
      if (collisions === MAX_CODE_COLLISIONS && batch.length > 1) throw error
    }
    if (codes !== null) {
      deps.eventNotifier.notify()
      for (const [i, { redemption }] of granted.entries()) redemption.code = codes[i] ?? null
      if (vault.previousFingerprint) offerPins(deps.pinMoves, batch, decided, facts.terms)
      return decided.map((one) => (isGranted(one) ? redeemed(one.redemption, facts, false) : one))
    }
    deps.onRetry()
  }
  return batch.map(() => refuse('unavailable'))
}

/**
 * All requests of a batch have the same clock: live partners use the real time, and a sandbox has batches of one request.
 */
function clockOf([first]: QueuedRequest[]): { clockOffsetMs: number } {
  return first?.request.partner ?? { clockOffsetMs: 0 }
}

function offerPins(pinMoves: PinMoves, batch: QueuedRequest[], decided: Decided[], terms: Terms): void {
  for (const [i, { request }] of batch.entries()) {
    const hash = terms.outlets.get(request.outletId)?.pinHash
    const hasRightPin = request.method === 'PIN' && isGranted(decided[i] as Decided)
    if (hash && hasRightPin) pinMoves.offer(request.outletId, request.pin, hash)
  }
}

/**
 * Counts the PIN guesses and puts their refusals into `decided`. This happens before the write: a right PIN must not
 * overtake wrong ones in the same batch.
 */
async function countGuesses(
  { batch, now, db }: Round,
  decided: Decided[],
  guesses: PinGuess[],
): Promise<void> {
  if (guesses.length === 0) return
  for (const { index, isWrong, refusal } of await answerGuesses(db(), guesses, now)) {
    const entry = batch[index]
    if (entry && isWrong) entry.countedPinRefusal = refusal
    decided[index] = refusal
  }
}

/**
 * Loads the facts of a batch. The first load counts an attempt, later loads do not. If a later load finds that the request
 * is a replay, the attempt is removed.
 */
async function loadBatch(deps: SettleDeps, { batch, now, db }: Round): Promise<BatchFacts> {
  const { options, terms } = deps
  const requests = batch.map(({ request, attempt }) => ({
    partnerId: request.partner.id,
    externalUserId: request.externalUserId,
    voucherId: request.voucherId,
    outletId: request.outletId,
    idempotencyKey: request.idempotency?.key ?? null,
    usesPin: request.method !== 'QR',
    countsAsAttempt: attempt.state === 'not_judged',
  }))
  const limits = { ...ATTEMPT_LIMITS, attempts: options.attemptsPerMinute }
  const known = terms.current()
  const loaded = await loadFactsIn(deps, db(), requests, now, limits, known)
  const verdicts = judgeAttempts(loaded, now)
  for (const [i, entry] of batch.entries()) {
    const { userId = null, replay = null } = loaded.requests[i] ?? {}
    // No attempt was counted for a user who does not exist yet.
    if (userId === null) continue
    const { attempt, request } = entry
    if (attempt.state === 'not_judged')
      entry.attempt = replay ? { state: 'not_counted' } : attemptOf(userId, verdicts[i] ?? null, now)
    else if (attempt.state === 'counted' && replay && replay.requestHash === request.idempotency?.hash) {
      // Another lane or node has written the same request since then. It is now a replay, which costs no attempt.
      await returnAttempt(deps.homeDb, userId, attempt.at)
      entry.attempt = { state: 'not_counted' }
    }
  }
  return startBatchFacts(loaded, terms.update(known, loaded), now)
}

function attemptOf(userId: string, verdict: AttemptVerdict, now: Date): AttemptState {
  return verdict === null
    ? { state: 'counted', userId, at: now }
    : { state: 'refused', retryAfterSeconds: verdict }
}
