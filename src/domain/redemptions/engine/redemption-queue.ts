import type { SpanContext } from '@opentelemetry/api'
import { DatabaseUnavailable } from '../../../platform/database/failures.ts'
import { Refusal, refuse } from '../../../platform/refusal.ts'
import { type RedemptionRequest, userKeyOf } from './facts.ts'
import type { RedemptionRecord, RedemptionTranslations } from './write-queries.ts'

/** The redemption as stored, with the texts of the base language. */
export type Redeemed = {
  redemption: RedemptionRecord
  translations: RedemptionTranslations
  isReplay: boolean
}
export type Outcome = Redeemed | Refusal

/** Whether a request was counted as an attempt. Each request counts as at most one attempt. */
export type AttemptState =
  /** The facts of the request are not loaded yet. */
  | { state: 'not_judged' }
  | { state: 'counted'; userId: string; at: Date }
  /** The request is a replay, which costs no attempt. */
  | { state: 'not_counted' }
  /** The user has no attempt left. */
  | { state: 'refused'; retryAfterSeconds: number }

type NewRequest = {
  request: RedemptionRequest
  isClientConnected: () => boolean
  /** The request is not started after this time. */
  deadlineMs: number
  resolve: (outcome: Outcome) => void
  reject: (error: unknown) => void
  /** The span of the HTTP request; null if it is not traced. */
  span: SpanContext | null
}

/** A request while it passes through the engine. */
export type QueuedRequest = NewRequest & {
  attempt: AttemptState
  /** The refusal of a PIN guess that is already counted, and must not be counted again. */
  countedPinRefusal: Refusal | null
  /** Null until the request is answered. */
  result: { outcome: Outcome } | { error: unknown } | null
}

export function newEntry(request: NewRequest): QueuedRequest {
  return { ...request, attempt: { state: 'not_judged' }, countedPinRefusal: null, result: null }
}

export function queueTimeout(): DatabaseUnavailable {
  return new DatabaseUnavailable('QUEUE_TIMEOUT', 'the redemption waited too long for its batch')
}

export function commitsStall(): DatabaseUnavailable {
  return new DatabaseUnavailable('COMMITS_STALL', 'the database does not commit')
}

/**
 * Requests that wait for a batch, in order of arrival. A request that no batch has taken by its deadline is rejected.
 * One timer serves all of them: a timer for each would cost more than its share of a batch.
 */
export class RedemptionQueue {
  readonly #entries = new Set<QueuedRequest>()
  #isTimerSet = false

  get length(): number {
    return this.#entries.size
  }

  add(entry: QueuedRequest): void {
    this.#entries.add(entry)
    if (!this.#isTimerSet) this.#setTimer(entry.deadlineMs - performance.now())
  }

  /** Takes the oldest requests. Requests whose callers have disconnected are rejected instead. */
  takeBatch(maxBatchSize: number): QueuedRequest[] {
    const batch: QueuedRequest[] = []
    for (const entry of this.#entries) {
      if (batch.length === maxBatchSize) break
      this.#entries.delete(entry)
      if (entry.isClientConnected()) batch.push(entry)
      else entry.reject(new DatabaseUnavailable('CALLER_GONE', 'the caller has gone'))
    }
    return batch
  }

  rejectAll(error: DatabaseUnavailable): void {
    for (const { reject } of this.#entries) reject(error)
    this.#entries.clear()
  }

  #setTimer(delayMs: number): void {
    this.#isTimerSet = true
    setTimeout(() => this.#rejectOverdue(), delayMs).unref()
  }

  /** Checks all entries: a follower that returned to the queue has an earlier deadline than the requests before it. */
  #rejectOverdue(): void {
    this.#isTimerSet = false
    const nowMs = performance.now()
    let nextMs = Infinity
    for (const entry of this.#entries) {
      if (entry.deadlineMs > nowMs) nextMs = Math.min(nextMs, entry.deadlineMs)
      else {
        this.#entries.delete(entry)
        entry.reject(queueTimeout())
      }
    }
    if (nextMs !== Infinity) this.#setTimer(nextMs - nowMs)
  }
}

type Follower = { follower: QueuedRequest; leader: QueuedRequest }

/** If several requests share a user and an idempotency key, the first leads and the others follow. */
export function groupByIdempotencyKey(batch: QueuedRequest[]): {
  leaders: QueuedRequest[]
  followers: Follower[]
} {
  const leaderByKey = new Map<string, QueuedRequest>()
  const leaders: QueuedRequest[] = []
  const followers: Follower[] = []
  for (const entry of batch) {
    const { idempotency } = entry.request
    const key = idempotency && JSON.stringify([userKeyOf(entry.request), idempotency.key])
    const leader = key === null ? undefined : leaderByKey.get(key)
    if (leader) followers.push({ follower: entry, leader })
    else leaders.push(entry)
    if (key !== null && !leader) leaderByKey.set(key, entry)
  }
  return { leaders, followers }
}

/**
 * Answers a follower with the result of its leader, as a replay. Returns false after a refusal, which is not stored: the
 * follower must then be decided separately.
 */
export function answerFromLeader(
  { request, resolve, reject }: QueuedRequest,
  { request: first, result }: QueuedRequest,
): boolean {
  if (result && 'error' in result) reject(result.error)
  else if (!result || result.outcome instanceof Refusal) return false
  else if (request.idempotency?.hash !== first.idempotency?.hash) resolve(refuse('idempotency_key_reused'))
  else resolve({ ...result.outcome, isReplay: true })
  return true
}
