import type { Reader } from '../../platform/database/db.ts'

/** Since when deliveries are held; null if they are sent. */
export async function findDeliveriesHeldSince(sql: Reader): Promise<string | null> {
  const [row] = await sql<{ heldSince: string | null }[]>`
    select deliveries_held_since as held_since from installation`
  return row?.heldSince ?? null
}

/** When this database was last noticed to be a restored copy; null if never. */
export async function findRestoredAt(sql: Reader): Promise<string | null> {
  const [row] = await sql<{ restoredAt: string | null }[]>`select restored_at from installation`
  return row?.restoredAt ?? null
}
