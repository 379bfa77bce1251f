import { type Claimed, MOST_AT_ONCE, type Room } from './delivery-queries.ts'

/** A delivery in our hands, and since when on the monotonic clock. */
type Taken = { claimed: Claimed; takenAtMs: number }

type Queue = {
  waiting: Taken[]
  inFlight: number
  /** Waiting, in flight, or not written down yet. */
  held: number
}

/** One endpoint as this worker treats it. */
export type Lane = {
  /** Requests in flight at most. */
  limit: number
  singles: Queue
  bulk: Queue
  /** There may be more for it than we had room for. */
  hasMore: boolean
  /** It asked to be left alone, and not every worker can know yet: what is taken up goes back. */
  isShut: boolean
}

export function newLane(limit: number): Lane {
  const queue = (): Queue => ({ waiting: [], inFlight: 0, held: 0 })
  return { limit, singles: queue(), bulk: queue(), hasMore: false, isShut: false }
}

export function queueOf(lane: Lane, { isBulk }: Claimed): Queue {
  return isBulk ? lane.bulk : lane.singles
}

/**
 * As many again as may be in flight wait at hand, so that no request waits for the database; what was sent and is not
 * written down yet has its bounds too.
 */
export function roomIn({ limit, singles, bulk }: Lane): Room {
  const within = (room: number) => Math.min(MOST_AT_ONCE, Math.max(0, room))
  const atHand = ({ waiting, inFlight }: Queue) => waiting.length + inFlight
  const left = 4 * limit - singles.held - bulk.held
  return {
    singles: within(Math.min(2 * limit - atHand(singles), left)),
    bulk: within(Math.min(2 * limit - atHand(singles) - atHand(bulk), left)),
  }
}

/** There is more for it, little of it at hand, and room. */
export function isRunningDry(lane: Lane): boolean {
  const { limit, hasMore, isShut, singles, bulk } = lane
  const waiting = singles.waiting.length + bulk.waiting.length
  return hasMore && !isShut && waiting <= limit / 2 && roomIn(lane).bulk > 0
}

/** An eighth is kept from fan-out: a single event that comes finds a place, however slow the endpoint. */
function bulkLimit(limit: number): number {
  return Math.max(1, limit - Math.ceil(limit / 8))
}

/** The next to send, if there is a place for it: single events before fan-out. */
export function takeNext({ limit, singles, bulk }: Lane): Taken | undefined {
  if (singles.inFlight + bulk.inFlight >= limit) return undefined
  return singles.waiting.shift() ?? (bulk.inFlight < bulkLimit(limit) ? bulk.waiting.shift() : undefined)
}

/** All that waits, taken out. */
export function takeWaiting({ singles, bulk }: Lane): Claimed[] {
  return [...singles.waiting.splice(0), ...bulk.waiting.splice(0)].map(({ claimed }) => claimed)
}

/** Whoever answers, whatever it is, keeps nobody waiting; whoever does not gets half as many. */
export function adapt(lane: Lane, hasAnswered: boolean, highestLimit: number): void {
  lane.limit = hasAnswered ? Math.min(highestLimit, lane.limit + 1) : Math.max(1, Math.floor(lane.limit / 2))
}
