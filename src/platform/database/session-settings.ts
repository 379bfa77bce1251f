/** The settings of PostgreSQL that every connection of a pool starts with. */
import { SERVER_STATEMENT_TIMEOUT_MS } from './deadlines.ts'

export type SettingsOptions = {
  /**
   * Statements are planned once, for all values and all table sizes. For the few statements that are large, hot, and
   * find their rows by key. Sequential scans are off, because a plan made while a table was empty would scan the whole
   * table for the life of the connection.
   */
  plansOnce?: boolean
  /** Commits do not wait for the disk: a crash of the database may lose the latest ones. */
  commitsAsynchronously?: boolean
  /** For each statement. Commands and bulk work need more than the default few seconds. */
  deadlineMs?: number
}

export function sessionSettings({
  plansOnce = false,
  commitsAsynchronously = false,
  deadlineMs = SERVER_STATEMENT_TIMEOUT_MS,
}: SettingsOptions): Record<string, string | number> {
  return {
    statement_timeout: deadlineMs,
    // Times are read as text. Historical time zone offsets can include seconds, which `Date` does not read.
    TimeZone: 'UTC',
    // Locks and constraints settle every race at this level; at a stricter one, the loser would fail.
    default_transaction_isolation: 'read committed',
    idle_in_transaction_session_timeout: 60_000,
    // Compiling costs more than any of our statements gains from it.
    jit: 'off',
    ...(plansOnce && { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off' }),
    ...(commitsAsynchronously && { synchronous_commit: 'off' }),
  }
}
