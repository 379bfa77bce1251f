import { QUEUE_DEADLINE_MS } from '../../platform/database/deadlines.ts'
import { DatabaseUnavailable } from '../../platform/database/failures.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { type AttemptVerdict, type RedemptionRequest, userKeyOf } from './facts.ts'
import type { RedemptionRecord } from './queries.ts'

export type Redeemed = { redemption: RedemptionRecord; isReplay: boolean }
export type Outcome = Redeemed | Refusal

/** A request on its way through the engine. */
export type QueuedRequest = {
  request: RedemptionRequest
  isWanted: () => boolean
  /** The request is not started after this time. */
  deadlineMs: number
  /** Undefined until its facts have been loaded for the first time. */
  attempt?: AttemptVerdict
  /** When its attempt was counted. Undefined if it was not counted, or was given back. */
  countedAt?: Date | undefined
  /** The refusal of a wrong PIN that is already counted, and must not be counted again. */
  wrongPin?: Refusal
  resolve: (outcome: Outcome) => void
  reject: (error: unknown) => void
  /** Set once the request is answered. */
  result?: { outcome: Outcome } | { error: unknown }
}

/** At its deadline, a request that no batch has started yet is removed from the queue and rejected. */
export function createQueuedRequest(
  request: RedemptionRequest,
  isWanted: () => boolean,
  { resolve, reject }: Pick<QueuedRequest, 'resolve' | 'reject'>,
  removeFromQueue: (entry: QueuedRequest) => boolean,
): QueuedRequest {
  const timer = setTimeout(() => {
    if (removeFromQueue(entry)) entry.reject(queueTimeout())
  }, QUEUE_DEADLINE_MS)
  const entry: QueuedRequest = {
    request,
    isWanted,
    deadlineMs: performance.now() + QUEUE_DEADLINE_MS,
    resolve(outcome) {
      clearTimeout(timer)
      resolve(outcome)
    },
    reject(error) {
      clearTimeout(timer)
      reject(error)
    },
  }
  return entry
}

export function queueTimeout(): DatabaseUnavailable {
  return new DatabaseUnavailable('QUEUE_TIMEOUT', 'the redemption waited too long for its batch')
}

/** Takes the oldest requests. Requests whose callers have disconnected are rejected instead. */
export function takeBatch(queue: Set<QueuedRequest>, maxBatchSize: number): QueuedRequest[] {
  const batch: QueuedRequest[] = []
  for (const entry of queue) {
    if (batch.length === maxBatchSize) break
    queue.delete(entry)
    if (entry.isWanted()) batch.push(entry)
    else entry.reject(new DatabaseUnavailable('CALLER_GONE', 'the caller has gone'))
  }
  return batch
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
 * Answers a follower with the result of its leader, as a replay. Returns false after a refusal, which is not remembered:
 * the follower then has to be decided itself.
 */
export function answerFromLeader(
  { request, resolve, reject }: QueuedRequest,
  { request: first, result }: QueuedRequest,
): boolean {
  if (result && 'error' in result) reject(result.error)
  else if (!result || result.outcome instanceof Refusal) return false
  else if (request.idempotency?.hash !== first.idempotency?.hash) resolve(refuse('idempotency_key_reused'))
  else resolve({ redemption: result.outcome.redemption, isReplay: true })
  return true
}
