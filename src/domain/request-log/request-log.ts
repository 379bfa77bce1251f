import { type Reason, reasonWith } from '@counterfoil/contract/words/reason.ts'
import { openBackgroundFlush } from '../../platform/background-flush.ts'
import type { Cells } from '../../platform/cells/cells.ts'
import { transaction } from '../../platform/database/db.ts'
import type { Refusal } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { countWrongPins, insertRequests, type PinRefusal, type RequestToWrite } from './queries.ts'
import { reasonOf, reasonsInEnglish } from './reason.ts'
import { type Arrival, upsertArrivals } from './traffic-queries.ts'

/** A request that was answered, with the data for its record. */
export type AnsweredRequest = Omit<RequestToWrite, 'at' | 'code' | 'reason' | 'facts'> & {
  /** Null if the request succeeded. */
  refusal: Refusal | null
  /** Returns the reason if the refusal alone does not say it. Called later, in the background. */
  explain: (() => Reason[]) | null
  /** The outlet of a wrong PIN, and the time at which it was checked. */
  wrongPin: { outletId: string; at: Date } | null
  /** Whether the request is recorded even if it succeeded, as for a test partner. */
  isWatched: boolean
  /** The fields and parameters that the route ignored. */
  unknownFields: string | null
}

/** Records requests. They are kept in memory and written later, so no request waits for them. */
export type RequestLog = {
  record(request: AnsweredRequest): void
  /** Notes that a signature or token of the partner was accepted. Called for every request, so it must be cheap. */
  noteArrival(partnerId: string, surface: AnsweredRequest['surface']): void
  /** Makes `flush` wait for a request that is still being identified: a caller who has the response finds its record. */
  waitFor(recording: Promise<void>): void
  /** Writes all records so far. Never rejects: after a failure, the next flush writes them. */
  flush(): Promise<void>
  close(): Promise<void>
}

export type RequestLogDeps = Runtime & { requestLog: RequestLog }

/** A crash loses at most the records of this time. */
const FLUSH_INTERVAL_MS = 1000
/** Limits the memory and the cost: so many per second are an attack. */
const MAX_HELD = 2000
/** The limit for each kind of request that can come in any number (see `floodOf`), per partner and process. */
const MAX_PER_MINUTE = 60
const MINUTE_MS = 60_000
const MAX_REASON_LENGTH = 500
/** The UTF-16 units of 255 code points. */
const MAX_ID_LENGTH = 510

type Held = { at: Date; request: AnsweredRequest }

type LogDeps = Pick<Runtime, 'db' | 'cells' | 'log' | 'now'>

export function openRequestLog({ db, cells, log, now }: LogDeps): RequestLog {
  const isWithinLimit = openMinuteLimit()
  const recordings = new Set<Promise<void>>()
  const arrivals = openArrivals()
  let held: Held[] = []
  let dropped = 0

  const background = openBackgroundFlush(FLUSH_INTERVAL_MS, async () => {
    if (dropped > 0) log.warn({ dropped }, 'too many failed requests at once: some were not recorded')
    dropped = 0
    const arrived = arrivals.take()
    if (held.length === 0 && arrived.length === 0) return
    const taken = held
    held = []
    try {
      if (arrived.length > 0) await transaction(db, (tx) => upsertArrivals(tx, arrived))
      if (taken.length === 0) return
      const wrongPins = await countWrongPinsInCells(cells, taken.flatMap(pinRefusalOf))
      const rows = taken.map((one) => toRow(one, wrongPins.get(one.request.requestId) ?? 1))
      await transaction(db, (tx) => insertRequests(tx, rows, MAX_PER_MINUTE))
    } catch (error) {
      log.warn({ err: error }, 'could not record failed requests; will retry')
      held = [...taken, ...held].slice(0, MAX_HELD)
      background.schedule()
    }
  })

  return {
    record(request) {
      const at = now()
      const flood = floodOf(request)
      if (flood !== null && !isWithinLimit(`${request.partnerId} ${flood}`, at)) return
      if (held.length < MAX_HELD) held.push({ at, request })
      else dropped += 1
      background.schedule()
    },
    noteArrival(partnerId, surface) {
      if (arrivals.note(partnerId, surface, now())) background.schedule()
    },
    waitFor(recording) {
      recordings.add(recording)
      void recording.finally(() => recordings.delete(recording))
    },
    async flush() {
      await Promise.all(recordings)
      await background.flush()
    },
    async close() {
      await Promise.all(recordings)
      await background.close()
    },
  }
}

/** Notes each partner and surface once a minute. A note that could not be written is lost: the next one follows. */
function openArrivals() {
  const notedAt = new Map<string, number>()
  const pending = new Map<string, Arrival>()
  return {
    /** Returns whether there is something to write. */
    note(partnerId: string, surface: Arrival['surface'], at: Date): boolean {
      const key = `${partnerId} ${surface}`
      if (at.getTime() - (notedAt.get(key) ?? -Infinity) < MINUTE_MS) return false
      notedAt.set(key, at.getTime())
      pending.set(key, { partnerId, surface, at: at.toISOString() })
      return true
    },
    take(): Arrival[] {
      const taken = [...pending.values()]
      pending.clear()
      return taken
    },
  }
}

/** The kind of a request if only some of its kind are recorded; null if all are. */
function floodOf({ isAuthentic, isWatched, refusal }: AnsweredRequest): string | null {
  // Anyone who knows the slug or issuer of a partner can cause these. The limit applies to all nodes together.
  if (!isAuthentic) return 'forged'
  // A client that ignores its limit sends these as fast as it can.
  if (refusal?.code === 'rate_limited' && refusal.details?.limit === 'partner') return 'beyond the limit'
  // A client that sends unknown fields does so with every call.
  return refusal === null && !isWatched ? 'ignored fields' : null
}

/** Counts by key, and starts again every minute. */
function openMinuteLimit(): (key: string, at: Date) => boolean {
  let counts = new Map<string, number>()
  let minute = 0
  return (key, at) => {
    const current = Math.floor(at.getTime() / MINUTE_MS)
    if (current !== minute) counts = new Map()
    minute = current
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count <= MAX_PER_MINUTE
  }
}

function pinRefusalOf({ request }: Held): PinRefusal[] {
  const { requestId, partnerId, externalUserId, wrongPin } = request
  if (!wrongPin || partnerId === null || externalUserId === null) return []
  return [
    { requestId, partnerId, externalUserId, outletId: wrongPin.outletId, at: wrongPin.at.toISOString() },
  ]
}

function toRow({ at, request }: Held, wrongPins: number): RequestToWrite {
  const { refusal, explain, wrongPin, unknownFields, isWatched: _, externalUserId, ...rest } = request
  const why = explain?.() ?? (refusal ? [wrongPin ? wrongPinReason(wrongPins) : reasonOf(refusal)] : [])
  const ignored = unknownFields ? [reasonWith('request.unknownFields', { fields: unknownFields })] : []
  const reasons = [...why, ...ignored]
  const isExplained = reasons.length > 0
  return {
    ...rest,
    at: at.toISOString(),
    code: refusal?.code ?? null,
    externalUserId: externalUserId && storable(externalUserId, MAX_ID_LENGTH),
    reason: isExplained ? storable(reasonsInEnglish(reasons), MAX_REASON_LENGTH) : null,
    facts: isExplained ? JSON.stringify(reasons, storableText) : null,
  }
}

const wrongPinReason = (count: number) => reasonWith('invalid_pin:times', { count })

const storableText = (_: string, value: unknown) =>
  typeof value === 'string' ? storable(value, MAX_REASON_LENGTH) : value

/** PostgreSQL stores neither NUL nor lone surrogates. One such text would fail the whole batch. */
function storable(text: string, maxLength: number): string {
  return text.slice(0, maxLength).toWellFormed().replaceAll('\0', '\uFFFD')
}

/** A PIN is wrong in the cell of its outlet. A cell that cannot be reached does not delay the log. */
async function countWrongPinsInCells(cells: Cells, refusals: PinRefusal[]): Promise<Map<string, number>> {
  const counts = await Promise.all((await cells.reachable()).map(({ db }) => countWrongPins(db, refusals)))
  return new Map(counts.flatMap((one) => [...one]))
}
