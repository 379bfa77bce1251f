import { randomBytes } from 'node:crypto'
import type { CommitWatch } from '../../platform/database/commit-watch.ts'
import type { Db } from '../../platform/database/db.ts'
import { QUEUE_DEADLINE_MS, STATEMENT_DEADLINE_MS } from '../../platform/database/deadlines.ts'
import {
  isDecidedOnOldFacts,
  isRaceLost,
  isReportedByDatabase,
  isUnreachable,
  violatedConstraint,
} from '../../platform/database/failures.ts'
import { waitForStandbys } from '../../platform/database/standbys.ts'
import type { Progress } from '../../platform/progress.ts'
import { refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { currentSpan, isTracing, tracedBatch } from '../../platform/tracing/tracing.ts'
import { openPinMoves, type PinMoves } from '../catalog/move-pins.ts'
import { timeOf } from '../partners/partner-time.ts'
import type { Doorbell } from '../webhooks/doorbell.ts'
import { type Decided, decideBatch, isGranted, isReplay, redeemed } from './decide-batch.ts'
import {
  ATTEMPT_LIMITS,
  type BatchFacts,
  judgeAttempts,
  type RedemptionRequest,
  startBatchFacts,
} from './facts.ts'
import { loadFacts, returnAttempt } from './facts-queries.ts'
import { answerGuesses, type PinGuess } from './pin-guesses.ts'
import { writeRedemptions } from './queries.ts'
import { CODE_BYTES, codeFromBytes } from './redemption-code.ts'
import {
  answerFromLeader,
  commitsStall,
  groupByIdempotencyKey,
  type Outcome,
  type QueuedRequest,
  queueTimeout,
  RedemptionQueue,
} from './redemption-queue.ts'
import { openTermsCache, type Terms, type TermsCache } from './terms.ts'

export type EngineOptions = {
  lanes: number
  maxBatchSize: number
  maxQueueLength: number
  attemptsPerMinute: number
  generateCode: () => string
  /** Runs between loading the facts and the write. Tests hold a batch here while other writers change the facts. */
  pause: () => Promise<void>
}

/** Totals since the start, except `queued`, which is the current queue length. */
export type EngineFigures = {
  batches: number
  requests: number
  /** How often a batch was decided again because its facts changed before the write. */
  guardRetries: number
  /** Requests refused with 503 because the queue was full. */
  turnedAway: number
  queued: number
  largestBatch: number
}

export type RedemptionEngine = {
  /** A request is not executed if its caller has disconnected (`isWanted`) before its batch starts. */
  redeem(request: RedemptionRequest, isWanted?: () => boolean): Promise<Outcome>
  figures: EngineFigures
}

const DEFAULTS: EngineOptions = {
  lanes: 2,
  maxBatchSize: 128,
  maxQueueLength: 5000,
  attemptsPerMinute: ATTEMPT_LIMITS.attempts,
  generateCode: () => codeFromBytes(randomBytes(CODE_BYTES)),
  pause: async () => {},
}

type EngineDeps = Pick<Runtime, 'db' | 'engineDb' | 'vault' | 'log' | 'now'> & {
  doorbell: Doorbell
  progress: Progress
  commits: CommitWatch
}
type Engine = {
  deps: EngineDeps
  options: EngineOptions
  figures: EngineFigures
  terms: TermsCache
  pinMoves: PinMoves
}

const always = () => true

const MAX_DECISION_ROUNDS = 50
const MAX_CODE_COLLISIONS = 5

/** The write may or may not have been committed. It must not be retried: that could redeem twice. */
class WriteOutcomeUnknown extends Error {}

/**
 * Requests that arrive while a batch is running form the next batch: there is no timer, and an idle engine runs batches
 * of one. Each batch loads the facts of all its requests in one statement, decides the requests in order of arrival, and
 * writes all granted redemptions in one more statement.
 */
export function openEngine(deps: EngineDeps, overrides: Partial<EngineOptions> = {}): RedemptionEngine {
  const options = { ...DEFAULTS, ...overrides }
  const figures = { batches: 0, requests: 0, guardRetries: 0, turnedAway: 0, queued: 0, largestBatch: 0 }
  const engine = { deps, options, figures, terms: openTermsCache(), pinMoves: openPinMoves(deps) }
  const queue = new RedemptionQueue()
  let busyLanes = 0
  // Nothing of theirs is written yet, so they need not wait for the deadline.
  deps.commits.onStall(() => queue.rejectAll(commitsStall()))

  const runLane = async () => {
    while (queue.length > 0) {
      const { leaders, followers } = groupByIdempotencyKey(queue.takeBatch(options.maxBatchSize))
      figures.queued = queue.length
      figures.batches += 1
      figures.requests += leaders.length
      figures.largestBatch = Math.max(figures.largestBatch, leaders.length)
      await processBatch(engine, leaders)
      for (const { follower, leader } of followers) {
        if (!answerFromLeader(follower, leader)) queue.add(follower)
      }
      figures.queued = queue.length
    }
    busyLanes -= 1
  }

  return {
    figures,
    redeem: (request, isWanted = always) =>
      new Promise<Outcome>((resolve, reject) => {
        if (queue.length >= options.maxQueueLength) {
          figures.turnedAway += 1
          return resolve(refuse('unavailable'))
        }
        const deadlineMs = performance.now() + QUEUE_DEADLINE_MS
        queue.add({ request, isWanted, span: currentSpan(), deadlineMs, resolve, reject })
        figures.queued = queue.length
        if (busyLanes >= options.lanes) return
        busyLanes += 1
        // Requests that arrive in the same turn of the event loop join this batch.
        setImmediate(runLane)
      }),
  }
}

/**
 * Answers every request of the batch. If the batch fails, its requests are processed one by one, so that one bad request
 * does not fail the others. If the database is unreachable, all of them fail at once: retrying each would only add load.
 */
async function processBatch(engine: Engine, batch: QueuedRequest[]): Promise<void> {
  if (batch.length === 0) return
  const onEnd = engine.deps.progress.begin('redemptions')
  try {
    const spans = isTracing() ? batch.map(({ span }) => span) : []
    const outcomes = await tracedBatch('redemption batch', spans, () => decideAndWrite(engine, batch))
    for (const [i, entry] of batch.entries()) {
      const outcome = outcomes[i] as Outcome
      entry.result = { outcome }
      entry.resolve(outcome)
    }
    onEnd(true)
  } catch (thrown) {
    const isOutcomeUnknown = thrown instanceof WriteOutcomeUnknown
    const error = isOutcomeUnknown ? thrown.cause : thrown
    onEnd(!isUnreachable(error))
    if (batch.length === 1 || isOutcomeUnknown || isUnreachable(error)) {
      for (const entry of batch) {
        entry.result = { error }
        entry.reject(error)
      }
      return
    }
    engine.deps.log.warn(
      { err: error, size: batch.length },
      'a batch of redemptions failed; retrying its requests one by one',
    )
    for (const entry of batch) {
      if (performance.now() > entry.deadlineMs) entry.reject(queueTimeout())
      else await processBatch(engine, [entry])
    }
  }
}

/** Loads, decides and writes, again and again until the facts did not change between the load and the write. */
async function decideAndWrite(engine: Engine, batch: QueuedRequest[]): Promise<Outcome[]> {
  const { deps, options, figures } = engine
  const deadlineMs = performance.now() + STATEMENT_DEADLINE_MS
  let waitForCodes = false
  let collisions = 0
  for (let round = 0; round < MAX_DECISION_ROUNDS && performance.now() < deadlineMs; round += 1) {
    const now = timeOf(clockOf(batch), deps.now())
    const facts = await loadBatch(engine, batch, now, deadlineMs)
    const mayGenerate = collisions < MAX_CODE_COLLISIONS
    const { decided, guesses } = decideBatch(batch, facts, { ...options, vault: deps.vault, mayGenerate })
    const granted = decided.filter(isGranted)
    if (granted.length > 0 || guesses.length > 0) await options.pause()
    await countGuesses(engine, batch, decided, guesses, { now, deadlineMs })
    if (granted.length === 0) {
      // Otherwise the write below waits for the standbys.
      if (decided.some(isReplay)) await waitForStandbys(dbUntil(deps, deadlineMs))
      return decided as Outcome[]
    }
    try {
      const { version } = facts.terms
      const db = dbUntil(deps, deadlineMs)
      const codes = await writeRedemptions(db, granted, { now, version, waitForCodes })
      if (codes === null) {
        figures.guardRetries += 1
        continue
      }
      deps.doorbell.ring()
      for (const [i, { redemption }] of granted.entries()) redemption.code = codes[i] ?? null
      if (deps.vault.previousFingerprint) offerPins(engine, batch, decided, facts.terms)
      return decided.map((one) => (isGranted(one) ? redeemed(one.redemption, facts, false) : one))
    } catch (error) {
      if (!isReportedByDatabase(error) || isUnreachable(error)) {
        throw new WriteOutcomeUnknown('the database did not answer the write', { cause: error })
      }
      const constraint = violatedConstraint(error)
      if (isDecidedOnOldFacts(error)) waitForCodes = true
      else if (constraint?.endsWith('_code_is_unique_per_voucher')) {
        collisions += 1
        // The error does not say whose code collided. Alone, only that request is refused, not the whole batch.
        if (collisions === MAX_CODE_COLLISIONS && batch.length > 1) throw error
      } else if (constraint !== 'redemptions_one_per_user_and_idempotency_key' && !isRaceLost(error))
        throw error
      figures.guardRetries += 1
    }
  }
  return batch.map(() => refuse('unavailable'))
}

/** All requests of a batch have the same clock: those of live partners the real one, and a sandbox has batches of one. */
function clockOf([first]: QueuedRequest[]): RedemptionRequest['partner'] | { clockOffsetMs: 0 } {
  return first?.request.partner ?? { clockOffsetMs: 0 }
}

function offerPins({ pinMoves }: Engine, batch: QueuedRequest[], decided: Decided[], terms: Terms): void {
  for (const [i, { request }] of batch.entries()) {
    const hash = terms.outlets.get(request.outletId)?.pinHash
    if (hash && isGranted(decided[i] as Decided)) pinMoves.offer(request.outletId, request.pin, hash)
  }
}

/** All statements of a batch share one deadline. */
function dbUntil({ engineDb }: EngineDeps, deadlineMs: number): Db {
  return engineDb.withLimits({ deadlineMs: deadlineMs - performance.now() })
}

/**
 * Counts the PIN guesses and puts their refusals into `decided`. This happens before the write: a right PIN must not
 * overtake wrong ones of the same batch.
 */
async function countGuesses(
  { deps }: Engine,
  batch: QueuedRequest[],
  decided: Decided[],
  guesses: PinGuess[],
  { now, deadlineMs }: { now: Date; deadlineMs: number },
): Promise<void> {
  if (guesses.length === 0) return
  for (const answer of await answerGuesses(dbUntil(deps, deadlineMs), guesses, now)) {
    const entry = batch[answer.index]
    if (entry && answer.isWrong) entry.wrongPin = answer.refusal
    decided[answer.index] = answer.refusal
  }
}

/**
 * Loads the facts of a batch. An attempt is counted at the first look at a request, and not again when it is decided
 * again. It is given back when a later look finds that the request is a replay.
 */
async function loadBatch(
  { deps, options, terms }: Engine,
  batch: QueuedRequest[],
  now: Date,
  deadlineMs: number,
): Promise<BatchFacts> {
  const requests = batch.map(({ request, attempt }) => ({
    partnerId: request.partner.id,
    externalUserId: request.externalUserId,
    voucherId: request.voucherId,
    outletId: request.outletId,
    idempotencyKey: request.idempotency?.key ?? null,
    countsAsAttempt: attempt === undefined,
  }))
  const limits = { ...ATTEMPT_LIMITS, attempts: options.attemptsPerMinute }
  const known = terms.current()
  const loaded = await loadFacts(dbUntil(deps, deadlineMs), requests, now, limits, known)
  const verdicts = judgeAttempts(loaded, now)
  for (const [i, entry] of batch.entries()) {
    const { userId = null, replay = null } = loaded.requests[i] ?? {}
    // No attempt was counted for a user who does not exist yet.
    if (userId === null) continue
    if (entry.attempt === undefined) {
      entry.attempt = verdicts[i] ?? null
      if (entry.attempt === null && replay === null) entry.countedAt = now
    } else if (entry.countedAt && replay && replay.requestHash === entry.request.idempotency?.hash) {
      // Another lane or node has written the same request since. This makes it a replay, which costs no attempt.
      await returnAttempt(dbUntil(deps, deadlineMs), userId, entry.countedAt)
      entry.countedAt = undefined
    }
  }
  return startBatchFacts(loaded, terms.update(known, loaded), now)
}
