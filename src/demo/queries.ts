import type { Reader, Tx } from '../platform/database/db.ts'

/**
 * For a whole load, which spans many transactions of its own. The lock is held by one that only waits meanwhile, so its
 * timeouts are lifted: were it cut off, a second node would begin beside the first.
 */
export async function lockDemo(tx: Tx): Promise<void> {
  await tx.extendDeadline(null)
  await tx`set local idle_in_transaction_session_timeout = 0`
  await tx`select pg_advisory_xact_lock(hashtext('counterfoil demo'))`
}

export type PinRow = { slug: string; outletId: string; pinHash: Buffer }

/** Of the outlets that have a PIN. */
export function listPins(sql: Reader, merchantSlugs: string[]): Promise<PinRow[]> {
  return sql<PinRow[]>`
    select slug, outlets.id as outlet_id, pin_hash
    from outlets join merchants on merchants.id = merchant_id
    where slug = any (${merchantSlugs}) and pin_hash is not null`
}
