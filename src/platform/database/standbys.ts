/**
 * A commit that still waits for the synchronous standbys at our deadline is canceled, and then visible although no standby
 * has it. A failover would lose it. So before a repeat is answered from such a row, we write something: a commit waits
 * until the standbys have it and everything before it. This message costs a few bytes of the log and locks nothing. Without
 * synchronous standbys, nothing is written.
 */
export const WAIT_FOR_STANDBYS = `
  select pg_logical_emit_message(true, 'counterfoil', '')
  where current_setting('synchronous_standby_names') <> '' and pg_current_xact_id_if_assigned() is null`

/** Waits until the synchronous standbys have everything that has been committed. */
export async function waitForStandbys(db: { unsafe(text: string): PromiseLike<unknown> }): Promise<void> {
  await db.unsafe(WAIT_FOR_STANDBYS)
}
