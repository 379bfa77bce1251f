/** Names and classifies the errors of the database. */
import pg from 'pg'

/** The SQLSTATEs that we act upon. */
export const SQLSTATE = {
  decidedOnOldFacts: 'CF001',
  dataNeedsRepair: 'CF002',
  idempotencyKeyUsed: 'CF003',
  merchantMoving: 'CF004',
  uniqueViolation: '23505',
  checkViolation: '23514',
  readOnlyTransaction: '25006',
  protocolViolation: '08P01',
  queryCanceled: '57014',
  serializationFailure: '40001',
  deadlockDetected: '40P01',
  lockNotAvailable: '55P03',
} as const

/** Why a statement was not sent or got no response. */
export type UnavailableCode =
  /** No connection could be opened. */
  | 'CONNECT_FAILED'
  /** The connection was lost before the response was complete. */
  | 'CONNECTION_LOST'
  /** No connection was free before the deadline: nothing was sent. */
  | 'POOL_TIMEOUT'
  /** Too many callers were already waiting for a connection: nothing was sent. */
  | 'POOL_FULL'
  /** No response came before the deadline. */
  | 'STATEMENT_TIMEOUT'
  /** A writable session is needed, and the server is a standby or its sessions are read-only. */
  | 'NOT_WRITABLE'
  /** No commit returns at the moment: nothing was sent. */
  | 'COMMITS_STALL'
  /** The deadline passed in one of our queues: nothing was sent. */
  | 'QUEUE_TIMEOUT'
  /** The caller has gone: nothing was sent. */
  | 'CALLER_GONE'

/** The database cannot be reached, or is too slow. The code says whether anything was sent. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
  readonly code: UnavailableCode

  constructor(code: UnavailableCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
  }
}

/** Whether PostgreSQL reported the error: then the statement had no effect. After other errors it may have had one. */
export function isReportedByDatabase(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError
}

/** Whether the database is unavailable: the same call may succeed a little later. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true
  const code = sqlstateOf(error)
  // Connection failures, refused logins, no resources left (such as a full disk), shutdown, missing database,
  // read-only transaction, object not in the required state.
  return /^(08|28|53|57P0|3D000|25006|55000)/.test(code) || code === SQLSTATE.queryCanceled
}

/** Whether a concurrent transaction made this one fail: it may succeed when retried. */
export function isRaceLost(error: unknown): boolean {
  const code = sqlstateOf(error)
  return (
    code === SQLSTATE.serializationFailure ||
    code === SQLSTATE.deadlockDetected ||
    isMerchantMoving(error) ||
    isPartitionNew(error)
  )
}

/** Whether a row was on its way to the default partition when its own partition was added. */
function isPartitionNew(error: unknown): boolean {
  const isCheck = sqlstateOf(error) === SQLSTATE.checkViolation && violatedConstraint(error) === null
  return isCheck && isReportedByDatabase(error) && /_default$/.test(error.table ?? '')
}

/** Whether the merchant is just moving to another database, or has moved. Nothing was written. */
export function isMerchantMoving(error: unknown): boolean {
  return sqlstateOf(error) === SQLSTATE.merchantMoving
}

/** Whether a cell found that a row at home has changed since the moment as of which its transaction reads there. */
export function isRaceLostAtHome(error: unknown): boolean {
  const isRemote = isReportedByDatabase(error) && /remote SQL command/.test(error.where ?? '')
  return isRemote && sqlstateOf(error) === SQLSTATE.serializationFailure
}

/** Whether a lock was not free within `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return sqlstateOf(error) === SQLSTATE.lockNotAvailable
}

/** The name of the constraint or unique index that a write violated. */
export function violatedConstraint(error: unknown): string | null {
  return isReportedByDatabase(error) ? (error.constraint ?? null) : null
}

/** Whether `write_redemptions` found that the facts had changed, so that it wrote nothing. */
export function isDecidedOnOldFacts(error: unknown): boolean {
  return sqlstateOf(error) === SQLSTATE.decidedOnOldFacts
}

/** Whether `write_redemptions` found that another batch had used an idempotency key first, so that it wrote nothing. */
export function isIdempotencyKeyUsed(error: unknown): boolean {
  return sqlstateOf(error) === SQLSTATE.idempotencyKeyUsed
}

/** Whether a migration found rows that an operator must change first. Its message names them, its hint says how. */
export function needsRepair(error: unknown): error is pg.DatabaseError {
  return sqlstateOf(error) === SQLSTATE.dataNeedsRepair
}

/** Whether the session cannot write: the server is a standby, or a primary that was made read-only. */
export function isReadOnly(error: unknown): boolean {
  return sqlstateOf(error) === SQLSTATE.readOnlyTransaction
}

/**
 * Whether the server does not know the prepared statement, or a migration has changed its tables. PostgreSQL reports this
 * before it executes anything, so the statement can be sent again on another connection.
 */
export function isStaleStatement(error: unknown): boolean {
  return (
    isReportedByDatabase(error) &&
    /^(RevalidateCachedQuery|FetchPreparedStatement)$/.test(error.routine ?? '')
  )
}

/** Whether the connection is unusable after this error. */
export function endsConnection(error: unknown): boolean {
  if (!isReportedByDatabase(error)) return true
  return /^(FATAL|PANIC)$/.test(error.severity ?? '') || isReadOnly(error) || isStaleStatement(error)
}

function sqlstateOf(error: unknown): string {
  return isReportedByDatabase(error) ? (error.code ?? '') : ''
}
