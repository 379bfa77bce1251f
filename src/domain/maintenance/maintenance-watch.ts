import { type Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { findMaintenance, type Maintenance, onMaintenanceNotified } from './queries.ts'

/**
 * The state of maintenance that this node has in memory, for requests that write. A change arrives by NOTIFY, or with the
 * next poll if NOTIFY is lost (a pooler, a cut connection).
 */
export type MaintenanceWatch = {
  /** Null while maintenance is off. */
  current(): Maintenance | null
  /** The refusal of requests that write; null while maintenance is off. */
  refusal(): Refusal | null
  /** Loads the state now. Call it after a change. While the database does not answer, the last known state stays. */
  refresh(): Promise<void>
  /** Loads the state and keeps it up to date until `close`. */
  follow(): Promise<void>
  close(): void
}

export type MaintenanceDeps = Runtime & { maintenance: MaintenanceWatch }

/** All nodes follow within two seconds: this interval, and the deadline of one query. */
const POLL_MS = 1_000
const QUERY_DEADLINE_MS = 1_000

const RETRY_SECONDS_WITHOUT_END = 60
/** A client that waits longer would miss an early end. */
const MAX_RETRY_SECONDS = 3_600

type WatchDeps = Pick<Runtime, 'db' | 'log' | 'now'>

export function openMaintenanceWatch({ db, log, now }: WatchDeps): MaintenanceWatch {
  let known: Maintenance | null = null
  let timer: NodeJS.Timeout | null = null
  let isClosed = false
  let loads = 0
  let newestAnswered = 0

  const load = async () => {
    loads += 1
    const number = loads
    const found = await findMaintenance(db.withLimits({ deadlineMs: QUERY_DEADLINE_MS }))
    if (number < newestAnswered) return
    newestAnswered = number
    known = found
  }
  const refresh = () =>
    load().catch((error) => log.debug({ err: error }, 'could not load the state of maintenance'))
  const current = () => (known && !isOver(known, now()) ? known : null)

  return {
    current,
    refusal() {
      const maintenance = current()
      return maintenance && maintenanceRefusal(maintenance, now())
    },
    refresh,
    async follow() {
      if (timer === null) {
        timer = setInterval(refresh, POLL_MS).unref()
        onMaintenanceNotified(db, refresh).catch((error) => {
          if (!isClosed) log.debug({ err: error }, 'cannot listen for maintenance: polling only')
        })
      }
      await refresh()
    },
    close() {
      isClosed = true
      if (timer) clearInterval(timer)
    },
  }
}

export function isOver({ until }: Pick<Maintenance, 'until'>, now: Date): boolean {
  return until !== null && Date.parse(until) <= now.getTime()
}

function maintenanceRefusal({ until, message }: Maintenance, now: Date): Refusal {
  return refuse('maintenance', { until, message, retryAfterSeconds: retryAfterSeconds(until, now) })
}

function retryAfterSeconds(until: string | null, now: Date): number {
  if (until === null) return RETRY_SECONDS_WITHOUT_END
  const seconds = Math.ceil((Date.parse(until) - now.getTime()) / 1000)
  return Math.min(Math.max(seconds, 1), MAX_RETRY_SECONDS)
}
