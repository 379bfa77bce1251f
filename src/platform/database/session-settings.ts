/** The settings of PostgreSQL that every connection of a pool starts with. */
import { SERVER_STATEMENT_TIMEOUT_MS } from './deadlines.ts'

export type SettingsOptions = {
  /**
   * Plans each statement once, for all values and all table sizes. Use it for the few statements that are large, run
   * often, and find their rows by key. Sequential scans are off, because a plan made while a table was empty would scan
   * the whole table until the connection closes.
   */
  plansOnce?: boolean
  /** Whether commits return before the disk has them. A crash of the database may then lose the latest ones. */
  commitsAsynchronously?: boolean
  /** The deadline of each statement. Commands and bulk work need more than the default few seconds. */
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
    // At this level, locks and constraints resolve every race. At a stricter level, one of the two transactions would
    // fail.
    default_transaction_isolation: 'read committed',
    idle_in_transaction_session_timeout: 60_000,
    // Compiling takes longer than it saves in any of our statements.
    jit: 'off',
    ...(plansOnce && { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off' }),
    ...(commitsAsynchronously && { synchronous_commit: 'off' }),
  }
}
