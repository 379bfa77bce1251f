import type { InCells } from '../../platform/cells/cells.ts'
import { type Db, type Tx, transaction } from '../../platform/database/db.ts'
import { isLockTimeout, isRaceLost, isUnreachable } from '../../platform/database/failures.ts'
import { runOpenJobs } from '../../platform/open-jobs.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { SentForApproval } from '../guarded-changes/guard.ts'
import { lockCurrentCaller } from '../staff/current-caller.ts'
import type { EventsDeps } from '../webhooks/outbox/event-notifier.ts'
import { ACTIONS, KINDS, mayUse } from './actions.ts'
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

const BATCH_ROWS = 50
const NO_LONGER_ALLOWED = 'The person or key that started it may no longer do this.'
const UNEXPECTED = 'The job ended with an unexpected error; see the log for details.'

type BulkDeps = InCells<EventsDeps>

/** Works on the jobs that are not finished. Workers of several nodes share the records of a job. */
export async function runBulkJobs(deps: BulkDeps, stopping?: AbortSignal): Promise<void> {
  await runOpenJobs(await listOpenJobs(deps.db), {
    stopping,
    work: (id) => workOff(deps, id, stopping),
    fail: async (id, error) => {
      deps.log.error({ err: error, bulkJob: id }, 'bulk job failed')
      await endEarly(deps, id, UNEXPECTED)
    },
  })
}

async function workOff(deps: BulkDeps, id: string, stopping?: AbortSignal): Promise<void> {
  for (;;) {
    const job = await findOpenJob(deps.db, id)
    if (!job) return
    const rows = await listOpenRows(deps.db, id, BATCH_ROWS)
    if (rows.length === 0) {
      await deps.db.begin((tx) => updateToFinished(tx, id, { now: deps.now() }))
      return
    }
    let done = 0
    for (const row of rows) {
      if (stopping?.aborted) return
      const end = await runRow(deps, job, row)
      if (end === 'NOT_ALLOWED') return endEarly(deps, id, NO_LONGER_ALLOWED)
      if (end === 'DONE') done += 1
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

/** TAKEN: the row is another worker's, or has an outcome. */
type RowEnd = 'DONE' | 'TAKEN' | 'NOT_ALLOWED'

async function runRow(deps: BulkDeps, job: OpenJob, row: OpenRow): Promise<RowEnd> {
  const now = deps.now()
  try {
    const kind = KINDS[ACTIONS[job.action].list]
    const inCell = deps.depsIn(await deps.cells.of(kind, row.recordId))
    const end = await transaction(deps.db, (tx) => changeRecord(tx, inCell, job, row, now))
    // A refused record is unchanged, so its outcome needs no common transaction.
    if (end instanceof Refusal) await recordOutcome(deps.db, row, refused(end), now)
    else if (end === 'DONE') inCell.eventNotifier.notify()
    return end instanceof Refusal ? 'DONE' : end
  } catch (error) {
    if (isUnreachable(error) || isRaceLost(error) || isLockTimeout(error)) throw error
    deps.log.error({ err: error, bulkJob: job.id, record: row.recordId }, 'bulk action failed')
    await recordOutcome(deps.db, row, { outcome: 'FAILED', code: 'internal_error' }, now)
    return 'DONE'
  }
}

/**
 * Changes one record and stores the outcome with it. So a crash repeats nothing, and the rights are those of this moment. A
 * record in a cell is changed first; if a crash comes in between, it is changed again, and may be refused as changed already.
 */
async function changeRecord(
  tx: Tx,
  deps: EventsDeps,
  { action, startedBy, input }: OpenJob,
  { id, recordId }: OpenRow,
  now: Date,
): Promise<RowEnd | Refusal> {
  if (!(await lockOpenRow(tx, id))) return 'TAKEN'
  const caller = await lockCurrentCaller(tx, startedBy, now)
  if (!caller || !mayUse(caller, action)) return 'NOT_ALLOWED'
  const { run } = ACTIONS[action]
  const result = await (deps.cell === null
    ? run(tx, deps, caller, recordId, input)
    : transaction(deps.db, (inCell) => run(inCell, deps, caller, recordId, input)))
  if (result instanceof Refusal) return result
  const outcome = result instanceof SentForApproval ? 'REQUESTED' : 'DONE'
  await updateRow(tx, id, { outcome }, now)
  return 'DONE'
}

function refused({ code, issues }: Refusal): Result {
  return { outcome: 'REFUSED', code, ...(issues && { issues }) }
}

async function recordOutcome(db: Db, row: OpenRow, result: Result, now: Date): Promise<void> {
  await db.begin((tx) => updateRow(tx, row.id, result, now))
}
