import type { DatabaseClient } from './client.ts'
import { STATEMENT_DEADLINE_MS } from './deadlines.ts'
import { DatabaseUnavailable } from './failures.ts'
import type { HostChoice } from './host-choice.ts'

/** A hot standby accepts sessions like a primary and refuses every write in them. So does a primary made read-only. */
export type SessionState = 'writable' | 'read-only' | 'standby'

export const SESSION_STATE = `
  select case
    when pg_is_in_recovery() then 'standby'
    when current_setting('transaction_read_only') = 'on' then 'read-only'
    else 'writable'
  end as state`

/**
 * Commits a few bytes of the log, and locks nothing. Like every commit, it waits for the synchronous standbys. Returns no
 * row if the session cannot write.
 */
export const COMMIT_PROBE = `
  select pg_logical_emit_message(true, 'counterfoil', '') is not null as is_committed
  where not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off'`

/**
 * Throws unless the session can write. Accepts a read-only primary if no other host is better, because it can still read.
 */
export async function requireUsable(
  client: DatabaseClient,
  hosts: HostChoice,
  deadlineMs = STATEMENT_DEADLINE_MS,
): Promise<void> {
  const { rows } = await client.send({ text: SESSION_STATE, values: [] }, { deadlineMs })
  const state = rows[0]?.[0] as SessionState
  if (state === 'writable') return hosts.markWritable()
  if (state === 'read-only' && hosts.hasNoWritableHost()) return
  client.reportUnusable()
  throw notWritable()
}

export function notWritable(): DatabaseUnavailable {
  return new DatabaseUnavailable('NOT_WRITABLE', 'the server is a standby, or its sessions are read-only')
}
