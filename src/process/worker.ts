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
import { joinFeeds } from '../domain/webhooks/joined-feed.ts'
import { queueReplays } from '../domain/webhooks/replay.ts'
import { makeResumedDeliveriesDue } from '../domain/webhooks/resume-webhook.ts'
import { maintainPartitions } from '../domain/webhooks/retention.ts'
import { type OnDemand, onDemand } from '../platform/on-demand.ts'
import { deleteExpiredRows, deleteOldCodes } from './expired-rows.ts'
import { advanceMoves } from './moves/advance-move.ts'

/** The background work of a node: deliveries, and chores that run on a schedule. */
export type Worker = { stop(): Promise<void> }

const MINUTE_MS = 60 * 1000
const HOUR_MS = 60 * MINUTE_MS

export function startWorker(deps: Deps): Worker {
  const chores = CHORES.map((chore) => startChore(deps, chore))
  return {
    async stop() {
      // The chore that starts the dispatcher stops first: it must not start a dispatcher that was already stopped.
      const [starting, ...others] = chores
      await starting?.stop()
      const cells = await deps.cells.reachable()
      const dispatchers = cells.map((cell) => deps.depsIn(cell).dispatcher)
      await Promise.all([...dispatchers, ...others].map((one) => one.stop()))
    },
  }
}

/** On a restored copy, nothing is sent until `counterfoil deliveries release`. */
async function startWhenReleased({ homeDb, dispatcher }: Deps, stopping: AbortSignal): Promise<void> {
  if (dispatcher.isStarted() || (await findDeliveriesHeldSince(homeDb)) !== null || stopping.aborted) return
  dispatcher.start()
}

/** Without cells there is nothing to ask the database. */
async function goOnWithMoves(deps: Deps, stopping: AbortSignal): Promise<void> {
  if (deps.cells.hasOthers()) await advanceMoves(deps, stopping)
}

type Chore = {
  name: string
  everyMs: number
  /** Whether the chore also runs when events were written. */
  onEvents?: boolean
  /** Chores at home work on what all cells share; they reach into the cells themselves, if they need to. */
  where: 'home' | 'each cell'
  /** Returns early, between two steps, after the signal is aborted. */
  work: (deps: Deps, stopping: AbortSignal) => Promise<void>
}

const SECOND_MS = 1000

/** The chore that starts the dispatchers is the first. */
const CHORES: Chore[] = [
  { name: 'dispatcher', everyMs: SECOND_MS, where: 'each cell', work: startWhenReleased },
  { name: 'fan-out', everyMs: SECOND_MS, where: 'each cell', onEvents: true, work: expandFanouts },
  { name: 'feed', everyMs: 500, where: 'home', work: joinFeeds },
  { name: 'moves', everyMs: 500, where: 'home', work: goOnWithMoves },
  { name: 'replays', everyMs: SECOND_MS, where: 'each cell', work: queueReplays },
  { name: 'outlet imports', everyMs: SECOND_MS, where: 'each cell', work: runOutletImports },
  { name: 'code imports', everyMs: SECOND_MS, where: 'each cell', work: runCodeImports },
  { name: 'bulk jobs', everyMs: SECOND_MS, where: 'home', work: runBulkJobs },
  { name: 'resumption', everyMs: SECOND_MS, where: 'home', work: makeResumedDeliveriesDue },
  { name: 'audit chain', everyMs: SECOND_MS, where: 'each cell', work: chainAudit },
  { name: 'deliver now', everyMs: SECOND_MS, where: 'home', work: workOffDeliverNow },
  { name: 'schedules', everyMs: SECOND_MS, where: 'each cell', work: settleDueSchedules },
  { name: 'alert messages', everyMs: SECOND_MS, where: 'home', work: sendMessages },
  { name: 'alerts', everyMs: 5 * SECOND_MS, where: 'home', work: watchAlerts },
  { name: 'stats', everyMs: 5 * SECOND_MS, where: 'each cell', work: rollUpStats },
  { name: 'counter codes', everyMs: MINUTE_MS, where: 'each cell', work: deleteOldCodes },
  { name: 'approvals', everyMs: MINUTE_MS, where: 'each cell', work: endRequests },
  { name: 'statements', everyMs: MINUTE_MS, where: 'home', work: closeDueMonths },
  { name: 'unknown sign-ins', everyMs: MINUTE_MS, where: 'home', work: recordUnknownFailures },
  { name: 'retention', everyMs: HOUR_MS, where: 'each cell', work: maintainPartitions },
  { name: 'months', everyMs: HOUR_MS, where: 'each cell', work: maintainRedemptionMonths },
  { name: 'request log', everyMs: HOUR_MS, where: 'home', work: maintainRequestLog },
  { name: 'housekeeping', everyMs: HOUR_MS, where: 'each cell', work: deleteExpiredRows },
]

/** Starts a chore. It never runs twice at the same time in a cell of a node. If it fails, it runs again at its next time. */
function startChore(deps: Deps, { name, everyMs, onEvents, where, work }: Chore): Worker {
  const stopping = new AbortController()
  /** One for each cell, so that a slow cell does not delay the others. */
  const runs = new Map<string | null, OnDemand>()
  const runIn = (parts: Deps): OnDemand => {
    const known = runs.get(parts.cell)
    if (known) return known
    const run = onDemand(() =>
      work(parts, stopping.signal).catch((error) =>
        deps.log.warn({ err: error, chore: name, cell: parts.cell ?? undefined }, 'chore failed'),
      ),
    )
    runs.set(parts.cell, run)
    if (onEvents) parts.eventNotifier.onNotify(run.ask)
    return run
  }
  const ask = async () => {
    const cells = where === 'home' ? [deps] : (await deps.cells.reachable()).map(deps.depsIn)
    if (!stopping.signal.aborted) for (const parts of cells) runIn(parts).ask()
  }
  const askOrLog = () =>
    ask().catch((error) => deps.log.warn({ err: error, chore: name }, 'could not list the cells of a chore'))
  const timer = setInterval(askOrLog, everyMs)
  void askOrLog()
  return {
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await Promise.all([...runs.values()].map((run) => run.stop()))
    },
  }
}
