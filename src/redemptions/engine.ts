import { randomBytes } from 'node:crypto'
import {
  isDecidedOnOldFacts,
  isRaceLost,
  isReportedByDatabase,
  isUnreachable,
  violatedConstraint,
} from '../db.ts'
import type { Deps } from '../deps.ts'
import { orderedId } from '../ordered-id.ts'
import { Refusal, refuse } from '../refusal.ts'
import { redemptionCreated } from '../webhooks/events.ts'
import { CODE_BYTES, codeFrom } from './codes.ts'
import { decide, type Granted, tellsOfPin } from './decide.ts'
import {
  ATTEMPT_LIMITS,
  type AttemptVerdict,
  countGranted,
  factsOf,
  judgeAttempts,
  nameOf,
  type RedemptionRequest,
  type RunningFacts,
  replayed,
  startRunning,
} from './facts.ts'
import { loadFacts } from './facts-queries.ts'
import { answerGuesses, type PinGuess } from './pin-guesses.ts'
import { type RedemptionRecord, type RedemptionToWrite, writeRedemptions } from './queries.ts'
import { type KeptTerms, keepTerms } from './terms.ts'

export type Redeemed = { redemption: RedemptionRecord; isReplay: boolean }
export type Outcome = Redeemed | Refusal

export type EngineOptions = {
  lanes: number
  largestBatch: number
  longestQueue: number
  attemptsPerMinute: number
  drawCode: () => string
  /** Between the facts and the write; tests hold a batch here while the world moves on. */
  pause: () => Promise<void>
}

/** Since the start, but for `queued`, which is now. */
export type EngineFigures = {
  batches: number
  requests: number
  /** Decided again, because the facts had changed before they could be written down. */
  guardRetries: number
  /** Refused with 503, because the queue was full. */
  turnedAway: number
  queued: number
  largestBatch: number
}

export type RedemptionEngine = {
  redeem(request: RedemptionRequest): Promise<Outcome>
  figures: EngineFigures
}

const DEFAULTS: EngineOptions = {
  lanes: 2,
  largestBatch: 128,
  longestQueue: 5000,
  attemptsPerMinute: ATTEMPT_LIMITS.attempts,
  drawCode: () => codeFrom(randomBytes(CODE_BYTES)),
  pause: async () => {},
}

/** What of them the engine needs. */
type EngineDeps = Pick<Deps, 'db' | 'engineDb' | 'vault' | 'doorbell' | 'log' | 'now'>
type Engine = { deps: EngineDeps; options: EngineOptions; figures: EngineFigures; terms: KeptTerms }

const MOST_DECISIONS = 50
const MOST_COLLISIONS = 5

type Waiting = {
  request: RedemptionRequest
  /** Undefined until the first look at it. */
  attempt?: AttemptVerdict
  /** The answer to a wrong PIN, which has been counted and is not counted again. */
  wrongPin?: Refusal
  resolve: (outcome: Outcome) => void
  reject: (error: unknown) => void
  /** How it ended. */
  result?: { outcome: Outcome } | { error: unknown }
}

/** The end of a write is not known: whoever tried it again might do it twice. */
class Unanswered extends Error {}

/**
 * Requests that arrive while a batch is under way form the next one: no timer, and a batch of one when idle. Each batch
 * reads the facts of all its requests in one statement, decides each in the order of arrival, and writes all that was
 * granted in another.
 */
export function openEngine(deps: EngineDeps, given: Partial<EngineOptions> = {}): RedemptionEngine {
  const options = { ...DEFAULTS, ...given }
  const figures = { batches: 0, requests: 0, guardRetries: 0, turnedAway: 0, queued: 0, largestBatch: 0 }
  const engine = { deps, options, figures, terms: keepTerms() }
  let queue: Waiting[] = []
  let busyLanes = 0

  const run = async () => {
    while (queue.length > 0) {
      const { leaders, followers } = byIdempotency(queue.slice(0, options.largestBatch))
      queue = queue.slice(options.largestBatch)
      figures.queued = queue.length
      figures.batches += 1
      figures.requests += leaders.length
      figures.largestBatch = Math.max(figures.largestBatch, leaders.length)
      await settle(engine, leaders)
      queue.push(...followers.filter(({ waiting, leader }) => !follow(waiting, leader)).map((f) => f.waiting))
      figures.queued = queue.length
    }
    busyLanes -= 1
  }

  return {
    figures,
    redeem: (request) =>
      new Promise<Outcome>((resolve, reject) => {
        if (queue.length >= options.longestQueue) {
          figures.turnedAway += 1
          return resolve(refuse('unavailable'))
        }
        queue.push({ request, resolve, reject })
        figures.queued = queue.length
        if (busyLanes >= options.lanes) return
        busyLanes += 1
        // What else arrives in this turn of the event loop goes along.
        setImmediate(run)
      }),
  }
}

type Follower = { waiting: Waiting; leader: Waiting }

/** Of several requests with one user and key, the first leads. */
function byIdempotency(taken: Waiting[]): { leaders: Waiting[]; followers: Follower[] } {
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
function follow({ request, resolve, reject }: Waiting, { request: first, result }: Waiting): boolean {
  if (result && 'error' in result) reject(result.error)
  else if (!result || result.outcome instanceof Refusal) return false
  else if (request.idempotency?.hash !== first.idempotency?.hash) resolve(refuse('idempotency_key_reused'))
  else resolve({ redemption: result.outcome.redemption, isReplay: true })
  return true
}

/**
 * Answers everyone in the batch. One poisoned request must not fail its neighbours: then each goes by itself. Not so
 * when the database is away, which would be asked once for each of them.
 */
async function settle(engine: Engine, batch: Waiting[]): Promise<void> {
  try {
    const outcomes = await decideAndWrite(engine, batch)
    for (const [i, waiting] of batch.entries()) {
      const outcome = outcomes[i] as Outcome
      waiting.result = { outcome }
      waiting.resolve(outcome)
    }
  } catch (thrown) {
    const isUnanswered = thrown instanceof Unanswered
    const error = isUnanswered ? thrown.cause : thrown
    if (batch.length === 1 || isUnanswered || isUnreachable(error)) {
      for (const waiting of batch) {
        waiting.result = { error }
        waiting.reject(error)
      }
      return
    }
    engine.deps.log.warn(
      { err: error, size: batch.length },
      'a batch of redemptions failed; going one by one',
    )
    for (const waiting of batch) await settle(engine, [waiting])
  }
}

/** Load, decide, write, until what was decided is what could be written. */
async function decideAndWrite(engine: Engine, batch: Waiting[]): Promise<Outcome[]> {
  const { deps, options, figures } = engine
  let waitForCodes = false
  let collisions = 0
  for (let turn = 0; turn < MOST_DECISIONS; turn += 1) {
    const now = deps.now()
    const running = await load(engine, batch, now)
    const guesses: PinGuess[] = []
    const decided = decideAll(engine, batch, running, collisions < MOST_COLLISIONS, guesses)
    const granted = decided.filter((one): one is RedemptionToWrite => 'event' in one)
    if (granted.length > 0 || guesses.length > 0) await options.pause()
    await settleGuesses(engine, batch, decided, guesses, now)
    if (granted.length === 0) return decided as Outcome[]
    try {
      const { version } = running.terms
      const codes = await writeRedemptions(deps.engineDb ?? deps.db, granted, { now, version, waitForCodes })
      if (codes === null) {
        figures.guardRetries += 1
        continue
      }
      deps.doorbell.ring()
      for (const [i, { redemption }] of granted.entries()) redemption.code = codes[i] ?? null
      return decided.map((one) => ('event' in one ? { redemption: one.redemption, isReplay: false } : one))
    } catch (error) {
      if (!isReportedByDatabase(error) || isUnreachable(error)) {
        throw new Unanswered('the write was not answered', { cause: error })
      }
      const constraint = violatedConstraint(error)
      if (isDecidedOnOldFacts(error)) waitForCodes = true
      else if (constraint === 'redemptions_code_is_unique_per_voucher') {
        collisions += 1
        // Whose code it is that collides is not known: the others must not be refused with it.
        if (collisions === MOST_COLLISIONS && batch.length > 1) throw error
      } else if (constraint !== 'redemptions_one_per_user_and_idempotency_key' && !isRaceLost(error))
        throw error
      figures.guardRetries += 1
    }
  }
  return batch.map(() => refuse('unavailable'))
}

/** Before anything is granted: a right PIN must not pass the wrong ones that it was sent with. */
async function settleGuesses(
  { deps }: Engine,
  batch: Waiting[],
  decided: (RedemptionToWrite | Outcome)[],
  guesses: PinGuess[],
  now: Date,
): Promise<void> {
  if (guesses.length === 0) return
  for (const answer of await answerGuesses(deps.engineDb ?? deps.db, guesses, now)) {
    const waiting = batch[answer.place]
    if (waiting && answer.isWrong) waiting.wrongPin = answer.refusal
    decided[answer.place] = answer.refusal
  }
}

/** An attempt is counted at the first look at a request, and never again however often it is decided. */
async function load({ deps, options, terms }: Engine, batch: Waiting[], now: Date): Promise<RunningFacts> {
  const asked = batch.map(({ request, attempt }) => ({
    partnerId: request.partner.id,
    externalUserId: request.externalUserId,
    voucherId: request.voucherId,
    outletId: request.outletId,
    idempotencyKey: request.idempotency?.key ?? null,
    counts: attempt === undefined,
  }))
  const limits = { ...ATTEMPT_LIMITS, attempts: options.attemptsPerMinute }
  const known = terms.known()
  const loaded = await loadFacts(deps.engineDb ?? deps.db, asked, now, limits, known)
  const verdicts = judgeAttempts(loaded, now)
  for (const [i, waiting] of batch.entries()) {
    // Of somebody who is not known yet nothing was counted.
    const isKnown = loaded.requests[i]?.userId !== null
    if (waiting.attempt === undefined && isKnown) waiting.attempt = verdicts[i] ?? null
  }
  return startRunning(loaded, terms.learn(known, loaded), now)
}

function decideAll(
  { deps, options }: Engine,
  batch: Waiting[],
  running: RunningFacts,
  mayGenerate: boolean,
  guesses: PinGuess[],
): (RedemptionToWrite | Outcome)[] {
  return batch.map(({ request, attempt = null, wrongPin }, place) => {
    if (wrongPin) return wrongPin
    const { userId = null, replay: earlier } = running.loaded.requests[place] ?? {}
    if (userId === null) return refuse('user_not_found')
    if (earlier) {
      return earlier.requestHash === request.idempotency?.hash
        ? { redemption: replayed(earlier), isReplay: true }
        : refuse('idempotency_key_reused')
    }
    const facts = factsOf(request, place, running, attempt, deps.vault)
    const decision = decide(facts)
    if ('code' in decision) {
      if (tellsOfPin(facts)) guesses.push({ place, userId, facts })
      return refuse(decision.code, decision.details)
    }
    if (facts.voucher?.codeSource === 'AUTO' && !mayGenerate) return refuse('code_generation_failed')
    countGranted(request, facts, running)
    return draft(request, userId, facts, decision, options)
  })
}

/** The answer, its event and what else is written, complete but for a code that the database draws. */
function draft(
  { partner, externalUserId, consumer, gpsAccuracyMeters, idempotency }: RedemptionRequest,
  userId: string,
  facts: ReturnType<typeof factsOf>,
  granted: Granted,
  options: EngineOptions,
): RedemptionToWrite {
  const { voucher, outlet, cycle, now } = facts
  if (!voucher || !outlet) throw new Error('granted without a voucher or an outlet')
  const redemption: RedemptionRecord = {
    id: orderedId(),
    userId,
    voucherId: voucher.id,
    outletId: outlet.id,
    merchantId: voucher.merchantId,
    voucherTitle: voucher.title,
    outletName: outlet.name,
    cycleKey: cycle.key,
    cycleResetsAt: cycle.resetsAt,
    ...granted,
    code: voucher.codeSource === 'AUTO' ? options.drawCode() : null,
    redeemedAt: now.toISOString(),
    voidedAt: null,
    remaining: voucher.redemptionCount - facts.usedByUser - 1,
  }
  return {
    redemption,
    partnerId: partner.id,
    consumer,
    gpsAccuracyMeters,
    idempotency,
    drawsCode: voucher.codeSource === 'MANUAL',
    userLimit: voucher.redemptionCount,
    voucherCap: voucher.globalRedemptionCap,
    event: redemptionCreated(
      { id: orderedId(), createdAt: now },
      { ...redemption, externalUserId, redemptionId: redemption.id },
    ),
  }
}
