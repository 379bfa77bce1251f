import { QUEUE_DEADLINE_MS } from '../../platform/database/deadlines.ts'
import { DatabaseUnavailable } from '../../platform/database/failures.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { RedemptionRequest } from './facts.ts'
import { type AttemptVerdict, nameOf } from './facts.ts'
import type { RedemptionRecord } from './queries.ts'

export type Redeemed = { redemption: RedemptionRecord; isReplay: boolean }
export type Outcome = Redeemed | Refusal

/** A request on its way through the engine. */
export type Waiting = {
  request: RedemptionRequest
  isWanted: () => boolean
  /** It is not begun after this. */
  endsAtMs: number
  /** Undefined until the first look at it. */
  attempt?: AttemptVerdict
  /** When its attempt was counted, if it was. */
  countedAt?: Date | undefined
  /** The answer to a wrong PIN, which has been counted and is not counted again. */
  wrongPin?: Refusal
  resolve: (outcome: Outcome) => void
  reject: (error: unknown) => void
  /** How it ended. */
  result?: { outcome: Outcome } | { error: unknown }
}

/** A request in the queue, which it leaves at its deadline if no batch has begun with it by then. */
export function queued(
  request: RedemptionRequest,
  isWanted: () => boolean,
  { resolve, reject }: Pick<Waiting, 'resolve' | 'reject'>,
  remove: (waiting: Waiting) => boolean,
): Waiting {
  const timer = setTimeout(() => {
    if (remove(waiting)) waiting.reject(tooLate())
  }, QUEUE_DEADLINE_MS)
  const waiting: Waiting = {
    request,
    isWanted,
    endsAtMs: performance.now() + QUEUE_DEADLINE_MS,
    resolve(outcome) {
      clearTimeout(timer)
      resolve(outcome)
    },
    reject(error) {
      clearTimeout(timer)
      reject(error)
    },
  }
  return waiting
}

export function tooLate(): DatabaseUnavailable {
  return new DatabaseUnavailable('QUEUE_TIMEOUT', 'the redemption waited too long for its batch')
}

/** The oldest requests whose callers are still there. */
export function takeBatch(queue: Set<Waiting>, largestBatch: number): Waiting[] {
  const taken: Waiting[] = []
  for (const waiting of queue) {
    if (taken.length === largestBatch) break
    queue.delete(waiting)
    if (waiting.isWanted()) taken.push(waiting)
    else waiting.reject(new DatabaseUnavailable('CALLER_GONE', 'the caller has gone'))
  }
  return taken
}

type Follower = { waiting: Waiting; leader: Waiting }

/** Of several requests with one user and key, the first leads. */
export function byIdempotency(taken: Waiting[]): { leaders: Waiting[]; followers: Follower[] } {
  const leading = new Map<string, Waiting>()
  const leaders: Waiting[] = []
  const followers: Follower[] = []
  for (const waiting of taken) {
    const { idempotency } = waiting.request
    const key = idempotency && JSON.stringify([nameOf(waiting.request), idempotency.key])
    const leader = key === null ? undefined : leading.get(key)
    if (leader) followers.push({ waiting, leader })
    else leaders.push(waiting)
    if (key !== null && !leader) leading.set(key, waiting)
  }
  return { leaders, followers }
}

/**
 * The same request again, sent before the first was answered, is answered by the first; a refusal is not remembered,
 * so after one it tries for itself. True when it is answered.
 */
export function follow({ request, resolve, reject }: Waiting, { request: first, result }: Waiting): boolean {
  if (result && 'error' in result) reject(result.error)
  else if (!result || result.outcome instanceof Refusal) return false
  else if (request.idempotency?.hash !== first.idempotency?.hash) resolve(refuse('idempotency_key_reused'))
  else resolve({ redemption: result.outcome.redemption, isReplay: true })
  return true
}
