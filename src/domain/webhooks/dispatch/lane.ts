import { type Capacity, type ClaimedDelivery, MAX_PER_CLAIM } from './delivery-queries.ts'

/** A claimed delivery, and when it was claimed on the monotonic clock. */
type Waiting = { claimed: ClaimedDelivery; claimedAtMs: number }

type Queue = {
  waiting: Waiting[]
  inFlight: number
  /** Claimed deliveries that are waiting, in flight or not recorded yet. */
  unrecorded: number
}

/** The deliveries to one endpoint that this worker has claimed. */
export type Lane = {
  /** The maximum number of requests in flight. */
  limit: number
  singles: Queue
  bulk: Queue
  /** Whether the last claim filled the lane, so that more deliveries may be due. */
  hasMore: boolean
  /** Whether the endpoint asked us to stop (Retry-After or 410). We release its deliveries until all workers know. */
  isSuspended: boolean
}

export function createLane(limit: number): Lane {
  const createQueue = (): Queue => ({ waiting: [], inFlight: 0, unrecorded: 0 })
  return { limit, singles: createQueue(), bulk: createQueue(), hasMore: false, isSuspended: false }
}

export function queueOf(lane: Lane, { isBulk }: ClaimedDelivery): Queue {
  return isBulk ? lane.bulk : lane.singles
}

/**
 * How many more deliveries to claim. Up to `limit` of them wait behind those in flight, so no request waits for the
 * database. Sent deliveries that are not recorded yet count as well: at most `8 * limit` are unrecorded.
 */
export function capacityOf({ limit, singles, bulk }: Lane): Capacity {
  const clamp = (count: number) => Math.min(MAX_PER_CLAIM, Math.max(0, count))
  const queued = ({ waiting, inFlight }: Queue) => waiting.length + inFlight
  const left = 8 * limit - singles.unrecorded - bulk.unrecorded
  return {
    singles: clamp(Math.min(2 * limit - queued(singles), left)),
    bulk: clamp(Math.min(2 * limit - queued(singles) - queued(bulk), left)),
  }
}

/** Whether few deliveries are waiting, more may be due, and the lane has capacity for them. */
export function isRunningLow(lane: Lane): boolean {
  const { limit, hasMore, isSuspended, singles, bulk } = lane
  const waiting = singles.waiting.length + bulk.waiting.length
  return hasMore && !isSuspended && waiting <= limit / 2 && capacityOf(lane).bulk > 0
}

/** An eighth of the lane is reserved for single events, so that one can be sent at once however slow the endpoint is. */
function bulkLimit(limit: number): number {
  return Math.max(1, limit - Math.ceil(limit / 8))
}

/** The next delivery to send, if the limit allows one: single events before fan-out. */
export function takeNext({ limit, singles, bulk }: Lane): Waiting | undefined {
  if (singles.inFlight + bulk.inFlight >= limit) return undefined
  return singles.waiting.shift() ?? (bulk.inFlight < bulkLimit(limit) ? bulk.waiting.shift() : undefined)
}

export function takeAllWaiting({ singles, bulk }: Lane): ClaimedDelivery[] {
  return [...singles.waiting.splice(0), ...bulk.waiting.splice(0)].map(({ claimed }) => claimed)
}

/** Each response, whatever its status, raises the limit by one. A request without a response halves it. */
export function adjustLimit(lane: Lane, hasAnswered: boolean, maxLimit: number): void {
  lane.limit = hasAnswered ? Math.min(maxLimit, lane.limit + 1) : Math.max(1, Math.floor(lane.limit / 2))
}
