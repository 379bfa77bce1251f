import { isUnreachable } from '../../platform/database/failures.ts'
import { onDemand } from '../../platform/on-demand.ts'
import { CutOff } from '../../platform/outbound/exchange.ts'
import type { Targets } from '../../platform/outbound/target.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { PartnerDirectory } from '../partners/directory.ts'
import { deliver, TIMEOUT_MS } from './deliver.ts'
import { type Claimed, claimDeliveries, giveBack, type Result, type Room } from './delivery-queries.ts'
import type { Doorbell } from './doorbell.ts'
import { adapt, isRunningDry, type Lane, newLane, queueOf, roomIn, takeNext, takeWaiting } from './lane.ts'
import { openRecorder } from './recorder.ts'
import { DEFAULT_DELAYS_SECONDS, excuse, judge } from './retry.ts'

export type DispatcherOptions = {
  /** How long a worker may hold a delivery before another takes it over. */
  leaseMs: number
  /** How long until it looks by itself when no bell rings. */
  pollMs: number
  /** To a quiet endpoint at first, and at most. */
  firstLimit: number
  highestLimit: number
  /** How long a request may take in all. */
  timeoutMs: number
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
  highestLimit: 128,
  timeoutMs: TIMEOUT_MS,
  graceMs: 5000,
  chance: Math.random,
}

/** Of a lease: to write down what came of an attempt that took its whole time. */
const LEFT_FOR_WRITING = 0.1

type DispatcherDeps = Pick<Runtime, 'db' | 'dispatchDb' | 'config' | 'log' | 'now'> & {
  partners: PartnerDirectory
  targets: Targets
  doorbell: Doorbell
}

/**
 * Takes up due deliveries, sends them, writes down what came of it. Every endpoint has a lane of its own, which is as
 * wide as it answers: one that hangs narrows to a single request, and is in nobody's way. No transaction is open
 * while a request is under way; whatever a killed worker held is due again when its lease ends.
 */
export function openDispatcher(deps: DispatcherDeps, given: Partial<DispatcherOptions> = {}): Dispatcher {
  const options = { ...DEFAULTS, ...given }
  const latestStartMs = options.leaseMs * (1 - LEFT_FOR_WRITING) - options.timeoutMs
  if (latestStartMs <= 0) throw new Error('a lease must outlast a request')
  const roomForOthers = roomIn(newLane(options.firstLimit))
  const db = deps.dispatchDb ?? deps.db
  const delaysSeconds = deps.config.webhookRetryDelaysSeconds ?? DEFAULT_DELAYS_SECONDS
  const figures: DispatcherFigures = { delivered: 0, failed: 0, statements: 0, inFlight: 0 }
  const lanes = new Map<string, Lane>()
  /** Shut ones, of which the database knows by now. */
  const reopening = new Set<Lane>()
  /** Sendings and givings back: none of them rejects. */
  const underWay = new Set<Promise<void>>()
  const cutOff = new CutOff()
  const record = openRecorder({ ...deps, db }, { ...options, cutOff, figures })
  let timer: NodeJS.Timeout | null = null
  let isStopping = false
  let isLooking = false
  let isAway = false

  const laneOf = (partnerId: string): Lane => {
    const lane = lanes.get(partnerId) ?? newLane(options.firstLimit)
    lanes.set(partnerId, lane)
    return lane
  }

  const reportAway = (error: unknown) => {
    if (!isAway || !isUnreachable(error))
      deps.log.warn({ err: error }, 'deliveries not taken up; trying again')
    isAway = true
  }

  const takeUp = async () => {
    // Whatever shut them was written down before this look: it passes over those that are held or paused.
    for (const lane of reopening) lane.isShut = false
    reopening.clear()
    const now = deps.now()
    const takenAtMs = performance.now()
    const rooms = [...lanes].map(([partnerId, lane]) => ({ partnerId, ...roomIn(lane) }))
    figures.statements += 1
    const taken = await claimDeliveries(db, rooms, {
      roomForOthers,
      now,
      leaseEndsAt: new Date(now.getTime() + options.leaseMs),
    })
    isAway = false
    const byPartner = Map.groupBy(taken, ({ partnerId }) => partnerId)
    for (const { partnerId, ...room } of rooms) {
      laneOf(partnerId).hasMore = fills(byPartner.get(partnerId) ?? [], room)
    }
    for (const [partnerId, theirs] of byPartner) {
      if (!lanes.has(partnerId)) laneOf(partnerId).hasMore = fills(theirs, roomForOthers)
      line(laneOf(partnerId), theirs, takenAtMs)
    }
  }

  const looking = onDemand(async () => {
    isLooking = true
    await takeUp().catch(reportAway)
    isLooking = false
    for (const lane of lanes.values()) lookIfDry(lane)
  })

  /** Not while a look is under way, which may bring enough. */
  const lookIfDry = (lane: Lane) => {
    if (!isLooking && isRunningDry(lane)) looking.ask()
  }

  const line = (lane: Lane, theirs: Claimed[], takenAtMs: number) => {
    for (const claimed of theirs) {
      const queue = queueOf(lane, claimed)
      queue.waiting.push({ claimed, takenAtMs })
      queue.held += 1
    }
    pump(lane)
  }

  const pump = (lane: Lane) => {
    if (lane.isShut) return putBack(lane, takeWaiting(lane))
    const late: Claimed[] = []
    while (!isStopping) {
      const next = takeNext(lane)
      if (!next) break
      // So late in its lease it might outlast it, and be sent by another at the same time.
      if (performance.now() - next.takenAtMs > latestStartMs) late.push(next.claimed)
      else track(send(lane, next.claimed))
    }
    putBack(lane, late)
  }

  const track = (work: Promise<void>) => {
    const tracked = work.finally(() => underWay.delete(tracked))
    underWay.add(tracked)
  }

  /** What does not get back, since the database is away, is due again when its lease ends. */
  const putBack = (lane: Lane, claimed: Claimed[], dueAt = deps.now()) => {
    if (claimed.length === 0) return
    for (const each of claimed) queueOf(lane, each).held -= 1
    figures.statements += 1
    track(giveBack(db, claimed, dueAt).catch((error) => deps.log.warn({ err: error }, 'not given back')))
  }

  const send = async (lane: Lane, claimed: Claimed) => {
    const queue = queueOf(lane, claimed)
    queue.inFlight += 1
    figures.inFlight += 1
    const result = await attempt(claimed)
    queue.inFlight -= 1
    figures.inFlight -= 1
    if (result) await conclude(lane, result)
    else putBack(lane, [claimed], new Date(deps.now().getTime() + options.pollMs))
    lookIfDry(lane)
  }

  /** Null when its partner has just been disabled, or has no address any more, or cannot be looked up: nothing is sent. */
  const attempt = async (claimed: Claimed): Promise<Result | null> => {
    // Rather later than never: without its event it would be a failure, or an empty body.
    if (claimed.body === null) return null
    const partner = await deps.partners.byId(claimed.partnerId).catch(() => null)
    if (!partner || partner.disabled || partner.webhookUrl === null) return null
    const limits = { timeoutMs: options.timeoutMs, cutOff }
    const attempt = await deliver(deps, partner, { ...claimed, body: claimed.body }, limits)
    const now = deps.now()
    const schedule = { delaysSeconds, now, chance: options.chance() }
    const verdict = attempt.isCutOff ? excuse(now) : judge(attempt, claimed.failures, schedule)
    return { claimed, attempt, verdict }
  }

  /** What a former URL of the partner asks for does not shut the lane of its new one. */
  const isStillTheUrl = async ({ claimed, attempt }: Result): Promise<boolean> => {
    const partner = await deps.partners.byId(claimed.partnerId).catch(() => null)
    return !partner || partner.webhookUrl === attempt.url
  }

  const conclude = async (lane: Lane, result: Result) => {
    const { attempt, claimed, verdict } = result
    const isShutBy = (verdict.holdUntil !== null || verdict.isGone) && (await isStillTheUrl(result))
    if (isShutBy) lane.isShut = true
    adapt(lane, attempt.status !== null, options.highestLimit)
    pump(lane)
    lookIfDry(lane)
    await record(result)
    queueOf(lane, claimed).held -= 1
    if (isShutBy) reopening.add(lane)
  }

  return {
    figures,
    start() {
      deps.doorbell.onRing(looking.ask)
      timer = setInterval(looking.ask, options.pollMs)
      looking.ask()
    },
    async stop() {
      isStopping = true
      if (timer) clearInterval(timer)
      await looking.stop()
      for (const lane of lanes.values()) putBack(lane, takeWaiting(lane))
      const grace = setTimeout(() => cutOff.cut(), options.graceMs)
      while (underWay.size > 0) await Promise.all(underWay)
      clearTimeout(grace)
    },
  }
}

/** Whether they are as many as there was room for: then there may be more. */
function fills(claimed: Claimed[], { singles, bulk }: Room): boolean {
  const bulkCount = claimed.filter(({ isBulk }) => isBulk).length
  return claimed.length - bulkCount >= singles || bulkCount >= bulk
}
