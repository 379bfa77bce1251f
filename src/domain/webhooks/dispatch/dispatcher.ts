import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../../platform/database/db.ts'
import { isUnreachable } from '../../../platform/database/failures.ts'
import { onDemand } from '../../../platform/on-demand.ts'
import type { Targets } from '../../../platform/outbound/guarded-targets.ts'
import { Cancellation } from '../../../platform/outbound/http-exchange.ts'
import type { Runtime } from '../../../platform/runtime.ts'
import type { PartnerDirectory } from '../../partners/directory.ts'
import type { EventNotifier } from '../outbox/event-notifier.ts'
import { DELIVERY_TIMEOUT_MS, deliver, failedAttempt } from './deliver.ts'
import {
  type AttemptResult,
  type Capacity,
  type ClaimedDelivery,
  claimDeliveries,
  releaseDeliveries,
} from './delivery-queries.ts'
import { takeSimulatedFailure } from './failing-queries.ts'
import {
  adjustLimit,
  capacityOf,
  createLane,
  isRunningLow,
  type Lane,
  queueOf,
  takeAllWaiting,
  takeNext,
} from './lane.ts'
import { openRecorder } from './recorder.ts'
import { DEFAULT_DELAYS_SECONDS, judge, judgeCanceled } from './retry-policy.ts'

export type DispatcherOptions = {
  /** How long a worker holds a claimed delivery before another worker may claim it. */
  leaseMs: number
  /** How often the dispatcher claims deliveries without a notification. */
  pollMs: number
  /** The number of requests in flight to one endpoint: at first, and at most. */
  initialLimit: number
  maxLimit: number
  /** How long one request may take in total. */
  timeoutMs: number
  /** How long `stop` waits for requests in flight before it cancels them. */
  graceMs: number
  /** Returns a number from 0 to 1 (exclusive), for the jitter of retries. */
  random: () => number
}

/** `inFlight` is the current number; the others count since the start. */
export type DispatcherStats = { delivered: number; failed: number; statements: number; inFlight: number }

export type Dispatcher = {
  start(): void
  /** Whether it was started, even if it has been stopped since. */
  isStarted(): boolean
  /** Releases the waiting deliveries, and waits for those in flight. */
  stop(): Promise<void>
  stats: DispatcherStats
}

export const LEASE_MS = 30_000

const DEFAULTS: DispatcherOptions = {
  leaseMs: LEASE_MS,
  pollMs: 1000,
  initialLimit: 16,
  maxLimit: 128,
  timeoutMs: DELIVERY_TIMEOUT_MS,
  graceMs: 5000,
  random: Math.random,
}

/** The share of a lease that remains to record an attempt that took its whole timeout. */
const RECORDING_SHARE = 0.1

type DispatcherDeps = Pick<Runtime, 'cell' | 'homeDb' | 'dispatchDb' | 'config' | 'log' | 'now'> & {
  partners: PartnerDirectory
  targets: Targets
  eventNotifier: EventNotifier
}

export function openDispatcher(deps: DispatcherDeps, options: Partial<DispatcherOptions> = {}): Dispatcher {
  return new LaneDispatcher(deps, { ...DEFAULTS, ...options })
}

/**
 * Claims due deliveries, sends them, judges the responses and records the attempts. Each endpoint has its own lane, whose
 * limit follows how well the endpoint answers: an endpoint that hangs gets one request at a time and delays no other. No
 * transaction is open during a request. If a worker is killed, its deliveries are due again when their leases end.
 */
class LaneDispatcher implements Dispatcher {
  readonly stats: DispatcherStats = { delivered: 0, failed: 0, statements: 0, inFlight: 0 }
  readonly #deps: DispatcherDeps
  readonly #options: DispatcherOptions
  readonly #db: Db
  readonly #delaysSeconds: readonly number[]
  /** A delivery that has waited longer than this could outlast its lease, and be sent by another worker too. */
  readonly #maxWaitMs: number
  /** How many deliveries one claim takes for an endpoint that has no lane yet. */
  readonly #defaultCapacity: Capacity
  readonly #record: (result: AttemptResult) => Promise<void>
  readonly #cancellation = new Cancellation()
  readonly #claiming = onDemand(() => this.#claimRound())
  readonly #lanes = new Map<string, Lane>()
  /** Suspended lanes whose hold or pause is recorded. */
  readonly #resumable = new Set<Lane>()
  /** Sends and releases in progress. None of them rejects. */
  readonly #tasks = new Set<Promise<void>>()
  #timer: NodeJS.Timeout | null = null
  #isStopping = false
  #isClaiming = false
  #hasLoggedOutage = false

  constructor(deps: DispatcherDeps, options: DispatcherOptions) {
    this.#deps = deps
    this.#options = options
    this.#db = deps.dispatchDb
    this.#delaysSeconds = deps.config.webhookRetryDelaysSeconds ?? DEFAULT_DELAYS_SECONDS
    this.#maxWaitMs = options.leaseMs * (1 - RECORDING_SHARE) - options.timeoutMs
    if (this.#maxWaitMs <= 0) throw new Error('timeoutMs must be less than 90 % of leaseMs')
    this.#defaultCapacity = capacityOf(createLane(options.initialLimit))
    const recording = { ...options, cancellation: this.#cancellation, stats: this.stats }
    this.#record = openRecorder({ ...deps, db: this.#db }, recording)
  }

  start(): void {
    this.#deps.eventNotifier.onNotify(this.#claiming.ask)
    this.#timer = setInterval(this.#claiming.ask, this.#options.pollMs)
    this.#claiming.ask()
  }

  isStarted(): boolean {
    return this.#timer !== null
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    if (this.#timer) clearInterval(this.#timer)
    await this.#claiming.stop()
    for (const lane of this.#lanes.values()) this.#release(lane, takeAllWaiting(lane))
    const grace = setTimeout(() => this.#cancellation.cancel(), this.#options.graceMs)
    while (this.#tasks.size > 0) await Promise.all(this.#tasks)
    clearTimeout(grace)
  }

  async #claimRound(): Promise<void> {
    this.#isClaiming = true
    await this.#claim().catch((error) => this.#logClaimFailure(error))
    this.#isClaiming = false
    for (const lane of this.#lanes.values()) this.#claimIfRunningLow(lane)
  }

  async #claim(): Promise<void> {
    // The hold or pause of these endpoints was recorded before this claim, which therefore skips them.
    for (const lane of this.#resumable) lane.isSuspended = false
    this.#resumable.clear()
    const now = this.#deps.now()
    const claimedAtMs = performance.now()
    const capacities = [...this.#lanes].map(([partnerId, lane]) => ({ partnerId, ...capacityOf(lane) }))
    const defaultCapacity = this.#defaultCapacity
    this.stats.statements += 1
    const claimed = await claimDeliveries(this.#db, capacities, {
      defaultCapacity,
      now,
      leaseEndsAt: new Date(now.getTime() + this.#options.leaseMs),
    })
    this.#hasLoggedOutage = false
    const byPartner = Map.groupBy(claimed, ({ partnerId }) => partnerId)
    for (const { partnerId, ...capacity } of capacities) {
      this.#laneOf(partnerId).hasMore = fills(byPartner.get(partnerId) ?? [], capacity)
    }
    for (const [partnerId, theirs] of byPartner) {
      if (!this.#lanes.has(partnerId)) this.#laneOf(partnerId).hasMore = fills(theirs, defaultCapacity)
      this.#enqueue(this.#laneOf(partnerId), theirs, claimedAtMs)
    }
  }

  /** Does nothing during a claim, because the claim may bring enough. */
  #claimIfRunningLow(lane: Lane): void {
    if (!this.#isClaiming && isRunningLow(lane)) this.#claiming.ask()
  }

  /** Logs an outage once. */
  #logClaimFailure(error: unknown): void {
    if (!this.#hasLoggedOutage || !isUnreachable(error))
      this.#deps.log.warn({ err: error }, 'deliveries not claimed; retrying')
    this.#hasLoggedOutage = true
  }

  #laneOf(partnerId: string): Lane {
    const lane = this.#lanes.get(partnerId) ?? createLane(this.#options.initialLimit)
    this.#lanes.set(partnerId, lane)
    return lane
  }

  #enqueue(lane: Lane, deliveries: ClaimedDelivery[], claimedAtMs: number): void {
    for (const claimed of deliveries) {
      const queue = queueOf(lane, claimed)
      queue.waiting.push({ claimed, claimedAtMs })
      queue.unrecorded += 1
    }
    this.#sendWaiting(lane)
  }

  /** Sends as many deliveries as the lane's limit allows. */
  #sendWaiting(lane: Lane): void {
    if (lane.isSuspended) {
      this.#release(lane, takeAllWaiting(lane))
      return
    }
    const late: ClaimedDelivery[] = []
    while (!this.#isStopping) {
      const next = takeNext(lane)
      if (!next) break
      if (performance.now() - next.claimedAtMs > this.#maxWaitMs) late.push(next.claimed)
      else this.#track(this.#send(lane, next.claimed))
    }
    this.#release(lane, late)
  }

  async #send(lane: Lane, claimed: ClaimedDelivery): Promise<void> {
    const queue = queueOf(lane, claimed)
    queue.inFlight += 1
    this.stats.inFlight += 1
    const result = await this.#attempt(claimed)
    queue.inFlight -= 1
    this.stats.inFlight -= 1
    if (result) await this.#finish(lane, result)
    else await this.#releaseSoon(lane, claimed)
    this.#claimIfRunningLow(lane)
  }

  /** Returns null if nothing was sent, because the partner was disabled, lost its URL or could not be looked up. */
  async #attempt(claimed: ClaimedDelivery): Promise<AttemptResult | null> {
    const { timeoutMs, random } = this.#options
    // A delivery without its event would fail or send an empty body. It is better to wait for the event.
    if (claimed.body === null) return null
    const partner = await this.#findPartner(claimed.partnerId)
    if (!partner || partner.disabled || partner.webhookUrl === null) return null
    const limits = { timeoutMs, cancellation: this.#cancellation }
    const failing = partner.sandboxId === null ? null : await this.#takeSimulatedFailure(partner.id)
    const attempt =
      failing === null
        ? await deliver(this.#deps, partner, { ...claimed, body: claimed.body }, limits)
        : failedAttempt(partner.webhookUrl, failing, this.#deps.now())
    const now = this.#deps.now()
    const schedule = { delaysSeconds: this.#delaysSeconds, now, random: random() }
    const verdict = attempt.isCanceled ? judgeCanceled(now) : judge(attempt, claimed.failures, schedule)
    return { claimed, attempt, verdict }
  }

  /** Applies the result to the lane, sends the next deliveries without waiting for the database, then records it. */
  async #finish(lane: Lane, result: AttemptResult): Promise<void> {
    const { attempt, claimed, verdict } = result
    const suspends = (verdict.holdUntil !== null || verdict.isGone) && (await this.#isCurrentUrl(result))
    if (suspends) lane.isSuspended = true
    adjustLimit(lane, attempt.status !== null, this.#options.maxLimit)
    this.#sendWaiting(lane)
    this.#claimIfRunningLow(lane)
    await this.#record(result)
    queueOf(lane, claimed).unrecorded -= 1
    if (suspends) this.#resumable.add(lane)
  }

  /** A response from the partner's former URL must not suspend the lane of its new one. */
  async #isCurrentUrl({ claimed, attempt }: AttemptResult): Promise<boolean> {
    const partner = await this.#findPartner(claimed.partnerId)
    return !partner || partner.webhookUrl === attempt.url
  }

  #takeSimulatedFailure(partnerId: string): Promise<number | null> {
    return takeSimulatedFailure(this.#deps.dispatchDb, partnerId).catch(() => null)
  }

  #findPartner(partnerId: string) {
    return this.#deps.partners.byId(partnerId).catch((error) => {
      this.#deps.log.warn({ err: error, partnerId }, 'partner not read; its deliveries wait')
      return null
    })
  }

  /** Without the pause, this worker would claim the delivery again at once, and again. */
  async #releaseSoon(lane: Lane, claimed: ClaimedDelivery): Promise<void> {
    if (!this.#isStopping) await sleep(this.#options.pollMs)
    this.#release(lane, [claimed])
  }

  /** If a release fails because the database is unavailable, the deliveries are due again when their leases end. */
  #release(lane: Lane, deliveries: ClaimedDelivery[]): void {
    if (deliveries.length === 0) return
    for (const claimed of deliveries) queueOf(lane, claimed).unrecorded -= 1
    this.stats.statements += 1
    const { log } = this.#deps
    this.#track(
      releaseDeliveries(this.#db, deliveries, this.#deps.now()).catch((error) =>
        log.warn({ err: error }, 'deliveries not released; they are due again when their leases end'),
      ),
    )
  }

  /** `stop` waits for the tracked tasks. */
  #track(task: Promise<void>): void {
    const tracked = task.finally(() => this.#tasks.delete(tracked))
    this.#tasks.add(tracked)
  }
}

/** Whether a claim used up the capacity of either kind. If so, more deliveries may be due. */
function fills(claimed: ClaimedDelivery[], { singles, bulk }: Capacity): boolean {
  const bulkCount = claimed.filter(({ isBulk }) => isBulk).length
  return claimed.length - bulkCount >= singles || bulkCount >= bulk
}
