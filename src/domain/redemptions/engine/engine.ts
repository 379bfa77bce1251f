import { randomBytes } from 'node:crypto'
import { readArrivedRequests } from '../../../platform/database/batch.ts'
import type { CommitWatch } from '../../../platform/database/commit-watch.ts'
import { QUEUE_DEADLINE_MS } from '../../../platform/database/deadlines.ts'
import { isMerchantMoving, isUnreachable } from '../../../platform/database/failures.ts'
import type { Progress } from '../../../platform/progress.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { Runtime } from '../../../platform/runtime.ts'
import { currentSpan, isTracing, tracedBatch } from '../../../platform/tracing/tracing.ts'
import { openPinMoves } from '../../catalog/move-pins.ts'
import type { EventNotifier } from '../../webhooks/outbox/event-notifier.ts'
import { returnAttempt } from './attempt-queries.ts'
import { ATTEMPT_LIMITS, type RedemptionRequest } from './facts.ts'
import { CODE_BYTES, codeFromBytes } from './redemption-code.ts'
import {
  answerFromLeader,
  commitsStall,
  groupByIdempotencyKey,
  newEntry,
  type Outcome,
  type QueuedRequest,
  queueTimeout,
  RedemptionQueue,
} from './redemption-queue.ts'
import { type SettleDeps, type SettleOptions, settleBatch, WriteOutcomeUnknown } from './settle-batch.ts'
import { openTermsCache } from './terms.ts'

export type EngineOptions = SettleOptions & {
  lanes: number
  maxBatchSize: number
  maxQueueLength: number
}

/** Totals since the start, except `queued`, which is the current queue length. */
export type EngineStats = {
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
  /** A request is not executed if its caller has disconnected (`isClientConnected`) before its batch starts. */
  redeem(request: RedemptionRequest, isClientConnected?: () => boolean): Promise<Outcome>
  stats: EngineStats
}

const DEFAULTS: EngineOptions = {
  lanes: 2,
  maxBatchSize: 128,
  maxQueueLength: 5000,
  attemptsPerMinute: ATTEMPT_LIMITS.attempts,
  generateCode: () => codeFromBytes(randomBytes(CODE_BYTES)),
  pause: async () => {},
}

type EngineDeps = Pick<Runtime, 'cell' | 'homeDb' | 'db' | 'engineDb' | 'vault' | 'log' | 'now'> & {
  eventNotifier: EventNotifier
  progress: Progress
  commits: CommitWatch
}
type BatchDeps = Pick<EngineDeps, 'log' | 'progress' | 'homeDb'> & SettleDeps

const always = () => true

/**
 * Requests that arrive while a batch is running form the next batch: there is no timer, and an idle engine runs batches
 * of one. Each batch loads the facts of all its requests in one statement, decides the requests in order of arrival, and
 * writes all granted redemptions in one more statement.
 */
export function openEngine(deps: EngineDeps, overrides: Partial<EngineOptions> = {}): RedemptionEngine {
  const options = { ...DEFAULTS, ...overrides }
  const stats = { batches: 0, requests: 0, guardRetries: 0, turnedAway: 0, queued: 0, largestBatch: 0 }
  const onRetry = () => {
    stats.guardRetries += 1
  }
  const batchDeps = { ...deps, options, terms: openTermsCache(), pinMoves: openPinMoves(deps), onRetry }
  const queue = new RedemptionQueue()
  let busyLanes = 0
  // Nothing of the queued requests is written yet, so they need not wait for their deadline.
  deps.commits.onStall(() => queue.rejectAll(commitsStall()))

  const runLane = async () => {
    while (queue.length > 0) {
      await readArrivedRequests()
      const { leaders, followers } = groupByIdempotencyKey(queue.takeBatch(options.maxBatchSize))
      stats.queued = queue.length
      // Another lane has taken them in the meantime, or their callers have disconnected.
      if (leaders.length === 0) continue
      stats.batches += 1
      stats.requests += leaders.length
      stats.largestBatch = Math.max(stats.largestBatch, leaders.length)
      await processBatch(batchDeps, leaders)
      for (const { follower, leader } of followers) {
        if (!answerFromLeader(follower, leader)) queue.add(follower)
      }
      stats.queued = queue.length
    }
    busyLanes -= 1
  }

  return {
    stats,
    redeem: (request, isClientConnected = always) =>
      new Promise<Outcome>((resolve, reject) => {
        if (queue.length >= options.maxQueueLength) {
          stats.turnedAway += 1
          return resolve(refuse('unavailable'))
        }
        const deadlineMs = performance.now() + QUEUE_DEADLINE_MS
        queue.add(newEntry({ request, isClientConnected, span: currentSpan(), deadlineMs, resolve, reject }))
        stats.queued = queue.length
        if (busyLanes >= options.lanes) return
        busyLanes += 1
        void runLane()
      }),
  }
}

/**
 * Answers every request of the batch. If the batch fails, its requests are processed one by one, so that one bad request
 * does not fail the others. If the database is unreachable, all requests fail at once: retrying each would only add load.
 */
async function processBatch(deps: BatchDeps, batch: QueuedRequest[]): Promise<void> {
  if (batch.length === 0) return
  const onEnd = deps.progress.begin('redemptions')
  try {
    const spans = isTracing() ? batch.map(({ span }) => span) : []
    const outcomes = await tracedBatch('redemption batch', spans, () => settleBatch(deps, batch))
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
        if (isMerchantMoving(error)) await returnCounted(deps, entry)
        entry.result = { error }
        entry.reject(error)
      }
      return
    }
    deps.log.warn(
      { err: error, size: batch.length },
      'a batch of redemptions failed; retrying its requests one by one',
    )
    for (const entry of batch) {
      if (performance.now() > entry.deadlineMs) entry.reject(queueTimeout())
      else await processBatch(deps, [entry])
    }
  }
}

/** The request is tried again in the database to which its merchant moves, and counts as an attempt there. */
async function returnCounted({ homeDb, log }: BatchDeps, { attempt }: QueuedRequest): Promise<void> {
  if (attempt.state !== 'counted') return
  await returnAttempt(homeDb, attempt.userId, attempt.at).catch((error) =>
    log.warn({ err: error }, 'could not return an attempt'),
  )
}
