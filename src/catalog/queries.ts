import type { Tx } from '../db.ts'

export const CATALOG_CHANNEL = 'catalog'

/** Every write to the catalogue ends with this: at the commit, each node is told to read it anew. */
export async function announceCatalogChange(tx: Tx): Promise<void> {
  await tx`select pg_notify(${CATALOG_CHANNEL}, '')`
}
