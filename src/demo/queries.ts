import type { Reader, Tx } from '../platform/database/db.ts'

/**
 * Locks the demo during a whole load, which consists of many transactions. The transaction that holds the lock is idle
 * meanwhile, so it has no timeouts: if it were ended, a second node would start loading in parallel.
 */
export async function lockDemo(tx: Tx): Promise<void> {
  await tx.extendDeadline(null)
  await tx`set local idle_in_transaction_session_timeout = 0`
  await tx`select pg_advisory_xact_lock(hashtext('counterfoil demo'))`
}

export type PinRow = { slug: string; outletId: string; pinHash: Buffer }

/** Lists only outlets that have a PIN. */
export function listPins(sql: Reader, merchantSlugs: string[]): Promise<PinRow[]> {
  return sql<PinRow[]>`
    select slug, outlets.id as outlet_id, pin_hash
    from outlets join merchants on merchants.id = merchant_id
    where slug = any (${merchantSlugs}) and pin_hash is not null`
}
