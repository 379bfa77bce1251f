import { batched } from '../batch.ts'
import { isUnreachable } from '../db.ts'
import type { Deps } from '../deps.ts'
import { deliver } from './deliver.ts'
import {
  type Claimed,
  claimDeliveries,
  type EndpointTrouble,
  giveBack,
  noteTrouble,
  type Result,
  recordAttempts,
} from './delivery-queries.ts'
import { DEFAULT_DELAYS_SECONDS, judge } from './retry.ts'

export type DispatcherOptions = {
  /** How long a worker may hold a delivery before another takes it over. */
  leaseMs: number
  /** How long until it looks by itself when no bell rings. */
  pollMs: number
  /** To a quiet endpoint at first, and at most. */
  firstLimit: number
  highestLimit: number
  /** How long a stop waits for what is on its way. */
  graceMs: number
  chance: () => number
}

/** Since the start, but for `inFlight`, which is now. */
export type DispatcherFigures = { delivered: number; failed: number; statements: number; inFlight: number }

export type Dispatcher = {
  start(): void
  /** What is on its way may arrive; all else goes back. */
  stop(): Promise<void>
  figures: DispatcherFigures
}

const DEFAULTS: DispatcherOptions = {
  leaseMs: 30_000,
  pollMs: 1000,
  firstLimit: 16,
  highestLimit: 64,
  graceMs: 5000,
  chance: Math.random,
}

/** An attempt that begins so late in its lease might outlast it. */
const LATEST_START = 0.4
const MOST_RECORDED_AT_ONCE = 500

/** One endpoint as this worker treats it. */
type Lane = {
  /** Requests in flight at most. */
  limit: number
  inFlight: number
  /** Taken up and not written down yet, waiting ones included. */
  held: number
  waiting: { claimed: Claimed; takenAtMs: number }[]
  /** It got as many as it had room for. */
  hasMore: boolean
}

type DispatcherDeps = Pick<
  Deps,
  'db' | 'dispatchDb' | 'config' | 'partners' | 'targets' | 'doorbell' | 'log' | 'now'
>

/**
 * Takes up due deliveries, sends them, writes down what came of it. Every endpoint has a lane of its own, which is as
 * wide as it answers: one that hangs narrows to a single request, and is in nobody's way. No transaction is open
 * while a request is under way; whatever a killed worker held is due again when its lease ends.
 */
export function openDispatcher(deps: DispatcherDeps, given: Partial<DispatcherOptions> = {}): Dispatcher {
  const options = { ...DEFAULTS, ...given }
  const db = deps.dispatchDb ?? deps.db
  const delaysSeconds = deps.config.webhookRetryDelaysSeconds ?? DEFAULT_DELAYS_SECONDS
  const figures: DispatcherFigures = { delivered: 0, failed: 0, statements: 0, inFlight: 0 }
  const lanes = new Map<string, Lane>()
  const sending = new Set<Promise<void>>()
  const cutOff = new AbortController()
  let timer: NodeJS.Timeout | null = null
  let isStopping = false
  let isAway = false
  let looking: Promise<void> | null = null
  let lookAgain = false

  const laneOf = (partnerId: string): Lane => {
    let lane = lanes.get(partnerId)
    if (!lane) {
      lane = { limit: options.firstLimit, inFlight: 0, held: 0, waiting: [], hasMore: false }
      lanes.set(partnerId, lane)
    }
    return lane
  }

  /** Several calls at once are one look, and one more after it. */
  const look = () => {
    lookAgain = true
    looking ??= lookWhileAsked().finally(() => {
      looking = null
    })
  }

  const lookWhileAsked = async () => {
    while (lookAgain && !isStopping) {
      lookAgain = false
      await takeUp().catch(reportAway)
    }
  }

  const reportAway = (error: unknown) => {
    if (!isAway || !isUnreachable(error))
      deps.log.warn({ err: error }, 'deliveries not taken up; trying again')
    isAway = true
  }

  const takeUp = async () => {
    const now = deps.now()
    const rooms = [...lanes].map(([partnerId, lane]) => ({ partnerId, room: roomIn(lane) }))
    figures.statements += 1
    const taken = await claimDeliveries(db, rooms, {
      roomForOthers: 2 * options.firstLimit,
      now,
      leaseEndsAt: new Date(now.getTime() + options.leaseMs),
    })
    isAway = false
    const takenAtMs = performance.now()
    for (const lane of lanes.values()) lane.hasMore &&= roomIn(lane) === 0
    const filled = new Set<Lane>()
    for (const claimed of taken) {
      const lane = laneOf(claimed.partnerId)
      lane.waiting.push({ claimed, takenAtMs })
      lane.held += 1
      filled.add(lane)
    }
    for (const lane of filled) {
      lane.hasMore = roomIn(lane) === 0
      pump(lane)
    }
  }

  const pump = (lane: Lane) => {
    while (lane.inFlight < lane.limit && !isStopping) {
      const next = lane.waiting.shift()
      if (!next) return
      // Too late: somebody else will take it up.
      if (performance.now() - next.takenAtMs > LATEST_START * options.leaseMs) lane.held -= 1
      else track(send(lane, next.claimed))
    }
  }

  const track = (work: Promise<void>) => {
    const tracked = work.finally(() => sending.delete(tracked))
    sending.add(tracked)
  }

  const send = async (lane: Lane, claimed: Claimed) => {
    lane.inFlight += 1
    figures.inFlight += 1
    const result = await attempt(claimed)
    lane.inFlight -= 1
    figures.inFlight -= 1
    // Whoever answers, whatever it is, keeps nobody waiting; whoever does not gets half as many.
    if (result.attempt.status === null) lane.limit = Math.max(1, Math.floor(lane.limit / 2))
    else lane.limit = Math.min(options.highestLimit, lane.limit + 1)
    pump(lane)
    if (cutOff.signal.aborted) await giveBack(db, [claimed], deps.now())
    else await record(result)
    lane.held -= 1
    if (lane.hasMore && lane.held <= lane.limit) look()
  }

  const attempt = async (claimed: Claimed): Promise<Result> => {
    const partner = await deps.partners.byId(claimed.partnerId).catch(() => null)
    const known = partner ?? { webhookUrl: null, secrets: { signing: '', accepted: [] } }
    const attempt = await deliver(deps, known, claimed, cutOff.signal)
    const schedule = { delaysSeconds, now: deps.now(), chance: options.chance() }
    return { claimed, attempt, verdict: judge(attempt, claimed.failures, schedule) }
  }

  const record = batched<Result, void>(async (results) => {
    const troubles = troublesOf(results)
    await persist(async () => {
      figures.statements += troubles.length > 0 ? 2 : 1
      if (troubles.length > 0) await noteTrouble(db, troubles, deps.now())
      await recordAttempts(db, results, deps.now())
    })
    const delivered = results.filter(({ verdict }) => verdict.state === 'DELIVERED').length
    figures.delivered += delivered
    figures.failed += results.length - delivered
    const closed = troubles.filter(({ holdUntil, isGone }) => holdUntil !== null || isGone)
    await Promise.all(closed.map(({ partnerId }) => empty(laneOf(partnerId))))
    return results.map(() => undefined)
  }, MOST_RECORDED_AT_ONCE)

  /** While the database is away it is tried again, for as long as the deliveries are ours. */
  const persist = async (write: () => Promise<void>) => {
    const startedMs = performance.now()
    for (;;) {
      try {
        return await write()
      } catch (error) {
        deps.log.warn({ err: error }, 'attempts not written down')
        if (performance.now() - startedMs > options.leaseMs || isStopping) return
        await new Promise((resolve) => setTimeout(resolve, options.pollMs))
      }
    }
  }

  const empty = async (lane: Lane) => {
    const waiting = lane.waiting.splice(0).map(({ claimed }) => claimed)
    lane.held -= waiting.length
    if (waiting.length === 0) return
    figures.statements += 1
    await giveBack(db, waiting, deps.now())
  }

  return {
    figures,
    start() {
      deps.doorbell.onRing(look)
      timer = setInterval(look, options.pollMs)
      look()
    },
    async stop() {
      isStopping = true
      if (timer) clearInterval(timer)
      await looking
      await Promise.all([...lanes.values()].map(empty))
      const grace = setTimeout(() => cutOff.abort(), options.graceMs)
      await Promise.all(sending)
      clearTimeout(grace)
    },
  }
}

/** As many again as are in flight wait at hand, so that nobody waits for the database. */
function roomIn({ limit, held }: Lane): number {
  return Math.max(0, 2 * limit - held)
}

function troublesOf(results: Result[]): EndpointTrouble[] {
  const troubles = new Map<string, EndpointTrouble>()
  for (const { claimed, verdict } of results) {
    if (verdict.state === 'DELIVERED') continue
    const { partnerId } = claimed
    const known = troubles.get(partnerId) ?? { partnerId, failures: 0, holdUntil: null, isGone: false }
    troubles.set(partnerId, {
      partnerId,
      failures: known.failures + 1,
      holdUntil: latest(known.holdUntil, verdict.holdUntil),
      isGone: known.isGone || verdict.isGone,
    })
  }
  return [...troubles.values()]
}

function latest(a: Date | null, b: Date | null): Date | null {
  return a !== null && (b === null || a > b) ? a : b
}
