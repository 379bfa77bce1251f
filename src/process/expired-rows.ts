import { deleteMessagesDoneBefore } from '../domain/alerts/messages/message-queries.ts'
import { deleteBulkJobsBefore, deleteBulkRowsBefore } from '../domain/bulk/queries.ts'
import { deleteCounterGuessesBefore } from '../domain/counter/guess-queries.ts'
import { deleteCodesBefore, deleteIntentsBefore } from '../domain/counter/intent-queries.ts'
import type { Deps } from '../domain/deps.ts'
import { deleteApprovalsDecidedBefore } from '../domain/guarded-changes/approval-queries.ts'
import { deleteImportsBefore, deleteUnreceivedBefore, type ImportTable } from '../domain/imports/queries.ts'
import { deleteRequestCountsBefore } from '../domain/partners/request-count-queries.ts'
import { deleteAttemptsBefore } from '../domain/redemptions/engine/attempt-queries.ts'
import { deleteIdempotencyKeysBefore } from '../domain/redemptions/engine/facts-queries.ts'
import {
  deleteOutletDefensesBefore,
  deletePinFailuresBefore,
  deletePinLocksBefore,
} from '../domain/redemptions/engine/pin-queries.ts'
import { deleteRefusalsBefore } from '../domain/refusals/queries.ts'
import { deleteRefusalCountsBefore } from '../domain/refusals/tally-queries.ts'
import { deleteFailuresBefore } from '../domain/staff/attempts/attempt-queries.ts'
import { deleteStepsEndedBefore } from '../domain/staff/attempts/step-queries.ts'
import { deleteSessionsEndedBefore } from '../domain/staff/sessions/session-queries.ts'
import { deleteLinksEndedBefore } from '../domain/staff/sign-in/sign-in-queries.ts'
import { deleteAlertsEndedBefore, deleteNoticesBefore } from '../domain/stored-alerts/alert-queries.ts'
import { deleteEntriesBefore } from '../domain/webhooks/joined-feed-queries.ts'
import type { Tx } from '../platform/database/db.ts'

const HOUR_MS = 60 * 60 * 1000
/**
 * A wrong PIN counts for a day, together with those of the hour before it. There is one more hour, because clocks differ.
 */
const PIN_FAILURES_KEPT_MS = 26 * HOUR_MS
const DAY_MS = 24 * HOUR_MS
/** An attempt counts for a minute. The row is kept for a day, so that a user who returns does not need a new row. */
const ATTEMPTS_KEPT_MS = DAY_MS
/** A key is replayed for 24 hours. There is one more hour, because clocks differ. */
const IDEMPOTENCY_KEYS_KEPT_MS = 25 * HOUR_MS
/** Failed sign-ins count for 12 hours. There is one more hour, because clocks differ. */
const SIGN_IN_FAILURES_KEPT_MS = 13 * HOUR_MS
/** A code is valid for a minute. */
const COUNTER_CODES_KEPT_MS = 10 * 60 * 1000
const ALERTS_KEPT_MS = 90 * DAY_MS
const ALERT_MESSAGES_KEPT_MS = 30 * DAY_MS
const IMPORTS_KEPT_MS = 30 * DAY_MS
/** What was decided stays in the audit log. The queue shows it for a year. */
const APPROVALS_KEPT_MS = 365 * DAY_MS
const BULK_KEPT_MS = 30 * DAY_MS
const BATCH_ROWS = 5000

/** Deletes expired rows in small transactions, so no request waits for their locks. Runs in each cell. */
export async function deleteExpiredRows(
  { cell, db, now, config }: Pick<Deps, 'cell' | 'db' | 'now' | 'config'>,
  stopping?: AbortSignal,
  batchRows = BATCH_ROWS,
): Promise<void> {
  const { keptDays } = config
  const tables = [...tablesOfCells(keptDays), ...(cell === null ? tablesAtHome(keptDays) : [])]
  await deleteOld({ db, now }, stopping, batchRows, tables)
}

type KeptDays = Deps['config']['keptDays']

/** What each cell has of its merchants. */
const tablesOfCells = ({ refusals, refusalCounts }: KeptDays): OldRows[] => [
  { remove: deleteIdempotencyKeysBefore, keptMs: IDEMPOTENCY_KEYS_KEPT_MS },
  { remove: deletePinFailuresBefore, keptMs: PIN_FAILURES_KEPT_MS },
  { remove: deletePinLocksBefore, keptMs: PIN_FAILURES_KEPT_MS },
  { remove: deleteOutletDefensesBefore, keptMs: PIN_FAILURES_KEPT_MS },
  { remove: deleteCounterGuessesBefore, keptMs: PIN_FAILURES_KEPT_MS },
  { remove: deleteRefusalCountsBefore, keptMs: refusalCounts * DAY_MS },
  { remove: deleteRefusalsBefore, keptMs: refusals * DAY_MS },
  { remove: deleteFrom('outlet_imports'), keptMs: IMPORTS_KEPT_MS },
  { remove: deleteFrom('code_imports'), keptMs: IMPORTS_KEPT_MS },
  { remove: deleteUnreceivedBefore, keptMs: DAY_MS },
]

/** What all cells share. */
const tablesAtHome = ({ events }: KeptDays): OldRows[] => [
  { remove: deleteAttemptsBefore, keptMs: ATTEMPTS_KEPT_MS },
  { remove: deleteRequestCountsBefore, keptMs: HOUR_MS },
  { remove: deleteApprovalsDecidedBefore, keptMs: APPROVALS_KEPT_MS },
  { remove: deleteAlertsEndedBefore, keptMs: ALERTS_KEPT_MS },
  { remove: deleteNoticesBefore, keptMs: ALERTS_KEPT_MS },
  { remove: deleteMessagesDoneBefore, keptMs: ALERT_MESSAGES_KEPT_MS },
  { remove: deleteBulkRowsBefore, keptMs: BULK_KEPT_MS },
  { remove: deleteBulkJobsBefore, keptMs: BULK_KEPT_MS },
  { remove: deleteFailuresBefore, keptMs: SIGN_IN_FAILURES_KEPT_MS },
  { remove: deleteSessionsEndedBefore, keptMs: HOUR_MS },
  { remove: deleteLinksEndedBefore, keptMs: HOUR_MS },
  { remove: deleteStepsEndedBefore, keptMs: HOUR_MS },
  // Events are dropped a whole week at a time.
  { remove: deleteEntriesBefore, keptMs: (events + 7) * DAY_MS },
]

/** Deletes the codes of the counter, and their intents with the position of the user. Runs every minute. */
export async function deleteOldCodes(deps: Pick<Deps, 'db' | 'now'>, stopping?: AbortSignal): Promise<void> {
  await deleteOld(deps, stopping, BATCH_ROWS, [
    { remove: deleteIntentsBefore, keptMs: COUNTER_CODES_KEPT_MS },
    { remove: deleteCodesBefore, keptMs: COUNTER_CODES_KEPT_MS },
  ])
}

type OldRows = {
  remove: (tx: Tx, before: Date, limit: number) => Promise<number>
  keptMs: number
}

async function deleteOld(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  stopping: AbortSignal | undefined,
  batchRows: number,
  tables: OldRows[],
): Promise<void> {
  for (const { remove, keptMs } of tables) {
    const before = new Date(now().getTime() - keptMs)
    let removed = batchRows
    while (removed === batchRows && !stopping?.aborted) {
      removed = await db.begin((tx) => remove(tx, before, batchRows))
    }
  }
}

const deleteFrom = (table: ImportTable) => (tx: Tx, before: Date, limit: number) =>
  deleteImportsBefore(tx, table, before, limit)
