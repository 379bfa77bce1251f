import type { DatabaseClient } from './client.ts'
import { STATEMENT_DEADLINE_MS } from './deadlines.ts'
import { DatabaseUnavailable } from './failures.ts'

/** Checks that a session can write. A hot standby accepts sessions like a primary and refuses every write in them. */
export const WRITABLE = `
  select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as is_writable`

/** Throws if the server is a standby or the session is read-only. */
export async function requireWritable(
  client: DatabaseClient,
  deadlineMs = STATEMENT_DEADLINE_MS,
): Promise<void> {
  const { rows } = await client.send({ text: WRITABLE, values: [] }, { deadlineMs })
  if (rows[0]?.[0] === true) return
  client.reportUnusable()
  throw notWritable()
}

export function notWritable(): DatabaseUnavailable {
  return new DatabaseUnavailable('NOT_WRITABLE', 'the server is a standby, or its sessions are read-only')
}
