import pg from 'pg'

/** SQLSTATEs that we act upon, by name. */
export const SQLSTATE = {
  decidedOnOldFacts: 'CF001',
  uniqueViolation: '23505',
  readOnlyTransaction: '25006',
  protocolViolation: '08P01',
  queryCanceled: '57014',
  serializationFailure: '40001',
  deadlockDetected: '40P01',
  lockNotAvailable: '55P03',
} as const

/** Why the database could not be asked, or did not answer. */
export type UnavailableCode =
  /** No connection could be opened. */
  | 'CONNECT_FAILED'
  /** The connection was lost before the answer was complete. */
  | 'CONNECTION_LOST'
  /** The deadline passed while waiting for a free connection: nothing was sent. */
  | 'POOL_TIMEOUT'
  /** Too many were waiting for a free connection already: nothing was sent. */
  | 'POOL_FULL'
  /** The deadline passed while waiting for an answer. */
  | 'STATEMENT_TIMEOUT'
  /** The server is a standby, or its sessions are read-only, where a writable one is needed. */
  | 'NOT_WRITABLE'
  /** The deadline passed in a queue of ours: nothing was sent. */
  | 'QUEUE_TIMEOUT'
  /** Whoever asked has gone: nothing was sent. */
  | 'CALLER_GONE'

/** The database is out of reach, or too slow. The code says whether anything was sent. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
  readonly code: UnavailableCode

  constructor(code: UnavailableCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
  }
}

/** Whether the database itself said so: what it refuses has not been done. Anything else leaves that open. */
export function isReportedByDatabase(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError
}

/** Whether the database is unavailable, so that the same call may succeed a little later. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true
  const code = sqlstateOf(error)
  // Connection trouble, refused logins, no resources left (a full disk among them), shutdown, no such database,
  // read-only, not in the state needed.
  return /^(08|28|53|57P0|3D000|25006|55000)/.test(code) || code === SQLSTATE.queryCanceled
}

/** Whether another transaction was in the way, so that the same one may succeed when begun again. */
export function isRaceLost(error: unknown): boolean {
  const code = sqlstateOf(error)
  return code === SQLSTATE.serializationFailure || code === SQLSTATE.deadlockDetected
}

/** Whether a lock was not free within `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return sqlstateOf(error) === SQLSTATE.lockNotAvailable
}

/** The name of the constraint or unique index that a write broke. */
export function violatedConstraint(error: unknown): string | null {
  return isReportedByDatabase(error) ? (error.constraint ?? null) : null
}

/** `write_redemptions` found that the facts had changed, and wrote nothing. */
export function isDecidedOnOldFacts(error: unknown): boolean {
  return sqlstateOf(error) === SQLSTATE.decidedOnOldFacts
}

/** The session cannot write: a standby, or a primary that was made read-only. */
export function isReadOnly(error: unknown): boolean {
  return sqlstateOf(error) === SQLSTATE.readOnlyTransaction
}

/**
 * A prepared statement that no longer fits, because a migration has changed its tables, or that the server does not
 * know. PostgreSQL says so before it executes anything, so the statement can be sent again on another connection.
 */
export function isStaleStatement(error: unknown): boolean {
  return (
    isReportedByDatabase(error) &&
    /^(RevalidateCachedQuery|FetchPreparedStatement)$/.test(error.routine ?? '')
  )
}

/** Whether the connection cannot be used any more after this error. */
export function endsConnection(error: unknown): boolean {
  if (!isReportedByDatabase(error)) return true
  return /^(FATAL|PANIC)$/.test(error.severity ?? '') || isReadOnly(error) || isStaleStatement(error)
}

function sqlstateOf(error: unknown): string {
  return isReportedByDatabase(error) ? (error.code ?? '') : ''
}
