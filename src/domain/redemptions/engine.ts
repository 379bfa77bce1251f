import { randomBytes } from 'node:crypto'
import type { Db } from '../../platform/database/db.ts'
import { STATEMENT_DEADLINE_MS } from '../../platform/database/deadlines.ts'
import {
  isDecidedOnOldFacts,
  isRaceLost,
  isReportedByDatabase,
  isUnreachable,
  violatedConstraint,
} from '../../platform/database/failures.ts'
import { orderedId } from '../../platform/database/ordered-id.ts'
import type { Progress } from '../../platform/progress.ts'
import { refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Doorbell } from '../webhooks/doorbell.ts'
import { redemptionCreated } from '../webhooks/events.ts'
import { CODE_BYTES, codeFrom } from './codes.ts'
import { decide, type Granted, tellsOfPin } from './decide.ts'
import {
  ATTEMPT_LIMITS,
  countGranted,
  factsOf,
  judgeAttempts,
  type RedemptionRequest,
  type RunningFacts,
  replayed,
  startRunning,
} from './facts.ts'
import { loadFacts, returnAttempt } from './facts-queries.ts'
import { answerGuesses, type PinGuess } from './pin-guesses.ts'
import { type RedemptionRecord, type RedemptionToWrite, writeRedemptions } from './queries.ts'
import {
  byIdempotency,
  follow,
  type Outcome,
  queued,
  takeBatch,
  tooLate,
  type Waiting,
} from './redemption-queue.ts'
import { type KeptTerms, keepTerms } from './terms.ts'

export type EngineOptions = {
  lanes: number
  largestBatch: number
  longestQueue: number
  attemptsPerMinute: number
  drawCode: () => string
  /** Between the facts and the write; tests hold a batch here while the world moves on. */
  pause: () => Promise<void>
}

/** Since the start, but for `queued`, which is now. */
export type EngineFigures = {
  batches: number
  requests: number
  /** Decided again, because the facts had changed before they could be written down. */
  guardRetries: number
  /** Refused with 503, because the queue was full. */
  turnedAway: number
  queued: number
  largestBatch: number
}

export type RedemptionEngine = {
  /** A request whose caller has gone before its batch begins (`isWanted`) is not executed. */
  redeem(request: RedemptionRequest, isWanted?: () => boolean): Promise<Outcome>
  figures: EngineFigures
}

const DEFAULTS: EngineOptions = {
  lanes: 2,
  largestBatch: 128,
  longestQueue: 5000,
  attemptsPerMinute: ATTEMPT_LIMITS.attempts,
  drawCode: () => codeFrom(randomBytes(CODE_BYTES)),
  pause: async () => {},
}

/** What of them the engine needs. */
type EngineDeps = Pick<Runtime, 'db' | 'engineDb' | 'vault' | 'log' | 'now'> & {
  doorbell: Doorbell
  progress: Progress
}
type Engine = { deps: EngineDeps; options: EngineOptions; figures: EngineFigures; terms: KeptTerms }

const MOST_DECISIONS = 50
const MOST_COLLISIONS = 5

/** The end of a write is not known: whoever tried it again might do it twice. */
class Unanswered extends Error {}

/**
 * Requests that arrive while a batch is under way form the next one: no timer, and a batch of one when idle. Each batch
 * reads the facts of all its requests in one statement, decides each in the order of arrival, and writes all that was
 * granted in another.
 */
export function openEngine(deps: EngineDeps, given: Partial<EngineOptions> = {}): RedemptionEngine {
  const options = { ...DEFAULTS, ...given }
  const figures = { batches: 0, requests: 0, guardRetries: 0, turnedAway: 0, queued: 0, largestBatch: 0 }
  const engine = { deps, options, figures, terms: keepTerms() }
  const queue = new Set<Waiting>()
  let busyLanes = 0

  const run = async () => {
    while (queue.size > 0) {
      const { leaders, followers } = byIdempotency(takeBatch(queue, options.largestBatch))
      figures.queued = queue.size
      figures.batches += 1
      figures.requests += leaders.length
      figures.largestBatch = Math.max(figures.largestBatch, leaders.length)
      await settle(engine, leaders)
      for (const { waiting, leader } of followers) if (!follow(waiting, leader)) queue.add(waiting)
      figures.queued = queue.size
    }
    busyLanes -= 1
  }

  return {
    figures,
    redeem: (request, isWanted = () => true) =>
      new Promise<Outcome>((resolve, reject) => {
        if (queue.size >= options.longestQueue) {
          figures.turnedAway += 1
          return resolve(refuse('unavailable'))
        }
        queue.add(queued(request, isWanted, { resolve, reject }, (waiting) => queue.delete(waiting)))
        figures.queued = queue.size
        if (busyLanes >= options.lanes) return
        busyLanes += 1
        // What else arrives in this turn of the event loop goes along.
        setImmediate(run)
      }),
  }
}

/**
 * Answers everyone in the batch. One poisoned request must not fail its neighbours: then each goes by itself. Not so
 * when the database is away, which would be asked once for each of them.
 */
async function settle(engine: Engine, batch: Waiting[]): Promise<void> {
  if (batch.length === 0) return
  const onEnd = engine.deps.progress.begin('redemptions')
  try {
    const outcomes = await decideAndWrite(engine, batch)
    for (const [i, waiting] of batch.entries()) {
      const outcome = outcomes[i] as Outcome
      waiting.result = { outcome }
      waiting.resolve(outcome)
    }
    onEnd(true)
  } catch (thrown) {
    const isUnanswered = thrown instanceof Unanswered
    const error = isUnanswered ? thrown.cause : thrown
    onEnd(!isUnreachable(error))
    if (batch.length === 1 || isUnanswered || isUnreachable(error)) {
      for (const waiting of batch) {
        waiting.result = { error }
        waiting.reject(error)
      }
      return
    }
    engine.deps.log.warn(
      { err: error, size: batch.length },
      'a batch of redemptions failed; going one by one',
    )
    for (const waiting of batch) {
      if (performance.now() > waiting.endsAtMs) waiting.reject(tooLate())
      else await settle(engine, [waiting])
    }
  }
}

/** Load, decide, write, until what was decided is what could be written. */
async function decideAndWrite(engine: Engine, batch: Waiting[]): Promise<Outcome[]> {
  const { deps, options, figures } = engine
  const endsAtMs = performance.now() + STATEMENT_DEADLINE_MS
  let waitForCodes = false
  let collisions = 0
  for (let turn = 0; turn < MOST_DECISIONS && performance.now() < endsAtMs; turn += 1) {
    const now = deps.now()
    const running = await load(engine, batch, now, endsAtMs)
    const guesses: PinGuess[] = []
    const decided = decideAll(engine, batch, running, collisions < MOST_COLLISIONS, guesses)
    const granted = decided.filter((one): one is RedemptionToWrite => 'event' in one)
    if (granted.length > 0 || guesses.length > 0) await options.pause()
    await settleGuesses(engine, batch, decided, guesses, { now, endsAtMs })
    if (granted.length === 0) return decided as Outcome[]
    try {
      const { version } = running.terms
      const codes = await writeRedemptions(until(deps, endsAtMs), granted, { now, version, waitForCodes })
      if (codes === null) {
        figures.guardRetries += 1
        continue
      }
      deps.doorbell.ring()
      for (const [i, { redemption }] of granted.entries()) redemption.code = codes[i] ?? null
      return decided.map((one) => ('event' in one ? { redemption: one.redemption, isReplay: false } : one))
    } catch (error) {
      if (!isReportedByDatabase(error) || isUnreachable(error)) {
        throw new Unanswered('the write was not answered', { cause: error })
      }
      const constraint = violatedConstraint(error)
      if (isDecidedOnOldFacts(error)) waitForCodes = true
      else if (constraint === 'redemptions_code_is_unique_per_voucher') {
        collisions += 1
        // Whose code it is that collides is not known: the others must not be refused with it.
        if (collisions === MOST_COLLISIONS && batch.length > 1) throw error
      } else if (constraint !== 'redemptions_one_per_user_and_idempotency_key' && !isRaceLost(error))
        throw error
      figures.guardRetries += 1
    }
  }
  return batch.map(() => refuse('unavailable'))
}

/** What is left of a batch's time: one deadline for all its statements. */
function until({ db, engineDb = db }: EngineDeps, endsAtMs: number): Db {
  return engineDb.withLimits({ deadlineMs: endsAtMs - performance.now() })
}

/** Before anything is granted: a right PIN must not pass the wrong ones that it was sent with. */
async function settleGuesses(
  { deps }: Engine,
  batch: Waiting[],
  decided: (RedemptionToWrite | Outcome)[],
  guesses: PinGuess[],
  { now, endsAtMs }: { now: Date; endsAtMs: number },
): Promise<void> {
  if (guesses.length === 0) return
  for (const answer of await answerGuesses(until(deps, endsAtMs), guesses, now)) {
    const waiting = batch[answer.place]
    if (waiting && answer.isWrong) waiting.wrongPin = answer.refusal
    decided[answer.place] = answer.refusal
  }
}

/**
 * An attempt is counted at the first look at a request, and never again however often it is decided. It is returned when a
 * later look finds that the request is a replay.
 */
async function load(
  { deps, options, terms }: Engine,
  batch: Waiting[],
  now: Date,
  endsAtMs: number,
): Promise<RunningFacts> {
  const asked = batch.map(({ request, attempt }) => ({
    partnerId: request.partner.id,
    externalUserId: request.externalUserId,
    voucherId: request.voucherId,
    outletId: request.outletId,
    idempotencyKey: request.idempotency?.key ?? null,
    counts: attempt === undefined,
  }))
  const limits = { ...ATTEMPT_LIMITS, attempts: options.attemptsPerMinute }
  const known = terms.known()
  const loaded = await loadFacts(until(deps, endsAtMs), asked, now, limits, known)
  const verdicts = judgeAttempts(loaded, now)
  for (const [i, waiting] of batch.entries()) {
    const { userId = null, replay = null } = loaded.requests[i] ?? {}
    // Of somebody who is not known yet nothing was counted.
    if (userId === null) continue
    if (waiting.attempt === undefined) {
      waiting.attempt = verdicts[i] ?? null
      if (waiting.attempt === null && replay === null) waiting.countedAt = now
    } else if (waiting.countedAt && replay && replay.requestHash === waiting.request.idempotency?.hash) {
      // Another lane or node was faster with the same request: it is a replay, which costs no attempt.
      await returnAttempt(until(deps, endsAtMs), userId, waiting.countedAt)
      waiting.countedAt = undefined
    }
  }
  return startRunning(loaded, terms.learn(known, loaded), now)
}

function decideAll(
  { deps, options }: Engine,
  batch: Waiting[],
  running: RunningFacts,
  mayGenerate: boolean,
  guesses: PinGuess[],
): (RedemptionToWrite | Outcome)[] {
  return batch.map(({ request, attempt = null, wrongPin }, place) => {
    if (wrongPin) return wrongPin
    const { userId = null, replay: earlier } = running.loaded.requests[place] ?? {}
    if (userId === null) return refuse('user_not_found')
    if (earlier) {
      return earlier.requestHash === request.idempotency?.hash
        ? { redemption: replayed(earlier), isReplay: true }
        : refuse('idempotency_key_reused')
    }
    const facts = factsOf(request, place, running, attempt, deps.vault)
    const decision = decide(facts)
    if ('code' in decision) {
      if (tellsOfPin(facts)) guesses.push({ place, userId, facts })
      return refuse(decision.code, decision.details)
    }
    if (facts.voucher?.codeSource === 'AUTO' && !mayGenerate) return refuse('code_generation_failed')
    countGranted(request, facts, running)
    return draft(request, userId, facts, decision, options)
  })
}

/** The answer, its event and what else is written, complete but for a code that the database draws. */
function draft(
  { partner, externalUserId, consumer, gpsAccuracyMeters, idempotency }: RedemptionRequest,
  userId: string,
  facts: ReturnType<typeof factsOf>,
  granted: Granted,
  options: EngineOptions,
): RedemptionToWrite {
  const { voucher, outlet, cycle, now } = facts
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
    code: voucher.codeSource === 'AUTO' ? options.drawCode() : null,
    redeemedAt: now.toISOString(),
    voidedAt: null,
    remaining: voucher.redemptionCount - facts.usedByUser - 1,
  }
  return {
    redemption,
    partnerId: partner.id,
    consumer,
    gpsAccuracyMeters,
    idempotency,
    drawsCode: voucher.codeSource === 'MANUAL',
    userLimit: voucher.redemptionCount,
    voucherCap: voucher.globalRedemptionCap,
    event: redemptionCreated(
      { id: orderedId(), createdAt: now },
      { ...redemption, externalUserId, redemptionId: redemption.id },
    ),
  }
}
