import { sendMessages } from '../domain/alerts/messages/send-messages.ts'
import { watchAlerts } from '../domain/alerts/watch-alerts.ts'
import { endRequests } from '../domain/approvals/end-requests.ts'
import { chainAudit } from '../domain/audit/chain/chain-entries.ts'
import { runBulkJobs } from '../domain/bulk/run-bulk.ts'
import type { Deps } from '../domain/deps.ts'
import { runCodeImports } from '../domain/imports/write-codes.ts'
import { runOutletImports } from '../domain/imports/write-outlets.ts'
import { maintainRedemptionMonths } from '../domain/redemptions/months/maintain-months.ts'
import { maintainRequestLog } from '../domain/request-log/retention.ts'
import { recordUnknownFailures } from '../domain/staff/attempts/unknown-failures.ts'
import { closeDueMonths } from '../domain/statements/close-due-months.ts'
import { rollUpStats } from '../domain/stats/roll-up.ts'
import { settleDueSchedules } from '../domain/vouchers/due-schedules.ts'
import { workOffDeliverNow } from '../domain/webhooks/deliver-now.ts'
import { expandFanouts } from '../domain/webhooks/fanout.ts'
import { findDeliveriesHeldSince } from '../domain/webhooks/hold-queries.ts'
import { queueReplays } from '../domain/webhooks/replay.ts'
import { makeResumedDeliveriesDue } from '../domain/webhooks/resume-webhook.ts'
import { maintainPartitions } from '../domain/webhooks/retention.ts'
import { onDemand } from '../platform/on-demand.ts'
import { deleteExpiredRows, deleteOldCodes } from './expired-rows.ts'

/** The background work of a node: deliveries, and chores that run on a schedule. */
export type Worker = { stop(): Promise<void> }

const MINUTE_MS = 60 * 1000
const HOUR_MS = 60 * MINUTE_MS

export function startWorker(deps: Deps): Worker {
  const chores = [
    startChore(deps, { name: 'dispatcher', everyMs: 1000, onEvents: false, work: startWhenReleased() }),
    startChore(deps, { name: 'fan-out', everyMs: 1000, onEvents: true, work: expandFanouts }),
    startChore(deps, { name: 'replays', everyMs: 1000, onEvents: false, work: queueReplays }),
    startChore(deps, { name: 'outlet imports', everyMs: 1000, onEvents: false, work: runOutletImports }),
    startChore(deps, { name: 'code imports', everyMs: 1000, onEvents: false, work: runCodeImports }),
    startChore(deps, { name: 'bulk jobs', everyMs: 1000, onEvents: false, work: runBulkJobs }),
    startChore(deps, { name: 'resumption', everyMs: 1000, onEvents: false, work: makeResumedDeliveriesDue }),
    startChore(deps, { name: 'audit chain', everyMs: 1000, onEvents: false, work: chainAudit }),
    startChore(deps, { name: 'deliver now', everyMs: 1000, onEvents: false, work: workOffDeliverNow }),
    startChore(deps, { name: 'schedules', everyMs: 1000, onEvents: false, work: settleDueSchedules }),
    startChore(deps, { name: 'alert messages', everyMs: 1000, onEvents: false, work: sendMessages }),
    startChore(deps, { name: 'alerts', everyMs: 5000, onEvents: false, work: watchAlerts }),
    startChore(deps, { name: 'stats', everyMs: 5000, onEvents: false, work: rollUpStats }),
    startChore(deps, { name: 'counter codes', everyMs: MINUTE_MS, onEvents: false, work: deleteOldCodes }),
    startChore(deps, { name: 'approvals', everyMs: MINUTE_MS, onEvents: false, work: endRequests }),
    startChore(deps, { name: 'statements', everyMs: MINUTE_MS, onEvents: false, work: closeDueMonths }),
    startChore(deps, {
      name: 'unknown sign-ins',
      everyMs: MINUTE_MS,
      onEvents: false,
      work: recordUnknownFailures,
    }),
    startChore(deps, { name: 'retention', everyMs: HOUR_MS, onEvents: false, work: maintainPartitions }),
    startChore(deps, { name: 'months', everyMs: HOUR_MS, onEvents: false, work: maintainRedemptionMonths }),
    startChore(deps, { name: 'request log', everyMs: HOUR_MS, onEvents: false, work: maintainRequestLog }),
    startChore(deps, { name: 'housekeeping', everyMs: HOUR_MS, onEvents: false, work: deleteExpiredRows }),
  ]
  return {
    async stop() {
      // The chore that starts the dispatcher stops first: it must not start a dispatcher that was already stopped.
      const [starting, ...others] = chores
      await starting?.stop()
      await Promise.all([deps.dispatcher.stop(), ...others.map((chore) => chore.stop())])
    },
  }
}

/** On a restored copy, nothing is sent until `counterfoil deliveries release`. */
function startWhenReleased(): (deps: Deps, stopping: AbortSignal) => Promise<void> {
  let isStarted = false
  return async ({ db, dispatcher }, stopping) => {
    if (isStarted || (await findDeliveriesHeldSince(db)) !== null || stopping.aborted) return
    isStarted = true
    dispatcher.start()
  }
}

type Chore = {
  name: string
  everyMs: number
  /** Whether the chore also runs when events were written. */
  onEvents: boolean
  /** Returns early, between two steps, after the signal is aborted. */
  work: (deps: Deps, stopping: AbortSignal) => Promise<void>
}

/** Starts a chore. It never runs twice at the same time on a node. If it fails, it runs again at its next time. */
function startChore(deps: Deps, { name, everyMs, onEvents, work }: Chore): Worker {
  const stopping = new AbortController()
  const chore = onDemand(() =>
    work(deps, stopping.signal).catch((error) => deps.log.warn({ err: error, chore: name }, 'chore failed')),
  )
  const timer = setInterval(chore.ask, everyMs)
  if (onEvents) deps.eventNotifier.onNotify(chore.ask)
  chore.ask()
  return {
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await chore.stop()
    },
  }
}
