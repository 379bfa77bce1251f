import type { Db, Tx } from '../../platform/database/db.ts'
import { isLockTimeout, isRaceLost, isUnreachable } from '../../platform/database/failures.ts'
import { runOpenJobs } from '../../platform/open-jobs.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { SentForApproval } from '../approvals/requests/guard.ts'
import { findCurrentCaller } from '../staff/current-caller.ts'
import type { EventsDeps } from '../webhooks/outbox/event-notifier.ts'
import { ACTIONS, mayUse } from './actions.ts'
import {
  cancelOpenRows,
  findOpenJob,
  listOpenJobs,
  listOpenRows,
  lockOpenJob,
  lockOpenRow,
  type OpenJob,
  type OpenRow,
  type Result,
  updateRow,
  updateToFinished,
} from './queries.ts'

/** After so many records, the rights of the caller are read again. That takes a fraction of a second. */
const BATCH_ROWS = 50
const NO_LONGER_ALLOWED = 'The person or key that started it may no longer do this.'
const UNEXPECTED = 'The job ended with an unexpected error; see the log for details.'

/** Works on the jobs that are not finished. Workers of several nodes share the records of a job. */
export async function runBulkJobs(deps: EventsDeps, stopping?: AbortSignal): Promise<void> {
  await runOpenJobs(await listOpenJobs(deps.db), {
    stopping,
    work: (id) => workOff(deps, id, stopping),
    fail: async (id, error) => {
      deps.log.error({ err: error, bulkJob: id }, 'bulk job failed')
      await endEarly(deps, id, UNEXPECTED)
    },
  })
}

async function workOff(deps: EventsDeps, id: string, stopping?: AbortSignal): Promise<void> {
  for (;;) {
    const job = await findOpenJob(deps.db, id)
    if (!job) return
    const rows = await listOpenRows(deps.db, id, BATCH_ROWS)
    if (rows.length === 0) {
      await deps.db.begin((tx) => updateToFinished(tx, id, { now: deps.now() }))
      return
    }
    const caller = await findCurrentCaller(deps, job.startedBy)
    if (!caller || !mayUse(caller, job.action)) return endEarly(deps, id, NO_LONGER_ALLOWED)
    let done = 0
    for (const row of rows) {
      if (stopping?.aborted) return
      if (await runRow(deps, job, caller, row)) done += 1
    }
    // The other workers are at the remaining rows.
    if (done === 0) return
  }
}

async function endEarly(deps: Runtime, id: string, error: string): Promise<void> {
  await deps.db.begin(async (tx) => {
    await tx.extendDeadline(60_000)
    if (!(await lockOpenJob(tx, id))) return
    await cancelOpenRows(tx, id, deps.now())
    await updateToFinished(tx, id, { now: deps.now(), error })
  })
}

/** Another worker has the row, or it has an outcome. */
class RowTaken extends Error {}

/** Returns false if the row is another worker's, or has an outcome. */
async function runRow(deps: EventsDeps, job: OpenJob, caller: Caller, row: OpenRow): Promise<boolean> {
  const now = deps.now()
  const db = inTheSameTransaction(deps.db, {
    before: async (tx) => {
      if (!(await lockOpenRow(tx, row.id))) throw new RowTaken()
    },
    after: (tx, result) => {
      const outcome = result instanceof SentForApproval ? 'REQUESTED' : 'DONE'
      return updateRow(tx, row.id, { outcome }, now)
    },
  })
  try {
    const result = await ACTIONS[job.action].run({ ...deps, db }, caller, row.recordId, job.input)
    if (result instanceof Refusal) await recordOutcome(deps.db, row, refused(result), now)
  } catch (error) {
    if (error instanceof RowTaken) return false
    if (isUnreachable(error) || isRaceLost(error) || isLockTimeout(error)) throw error
    deps.log.error({ err: error, bulkJob: job.id, record: row.recordId }, 'bulk action failed')
    await recordOutcome(deps.db, row, { outcome: 'FAILED', code: 'internal_error' }, now)
  }
  return true
}

function refused({ code, issues }: Refusal): Result {
  return { outcome: 'REFUSED', code, ...(issues && { issues }) }
}

/** A refused record is unchanged, so its outcome needs no common transaction. */
async function recordOutcome(db: Db, row: OpenRow, result: Result, now: Date): Promise<void> {
  await db.begin((tx) => updateRow(tx, row.id, result, now))
}

/** The same database, but each transaction begins and ends with these steps. An operation does not notice. */
function inTheSameTransaction(
  db: Db,
  { before, after }: { before: (tx: Tx) => Promise<void>; after: (tx: Tx, result: unknown) => Promise<void> },
): Db {
  const begin = (...args: unknown[]) => {
    const work = args.pop() as (tx: Tx) => Promise<unknown>
    return (db.begin as (...all: unknown[]) => Promise<unknown>)(...args, async (tx: Tx) => {
      await before(tx)
      const result = await work(tx)
      await after(tx, result)
      return result
    })
  }
  return new Proxy(db, {
    get: (target, name) => (name === 'begin' ? begin : Reflect.get(target, name)),
  })
}
