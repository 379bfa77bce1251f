import type { Db, Reader, Tx } from '../db.ts'

const CHANNEL = 'catalog'

/**
 * The last statement of every write to the catalogue: at the commit, each node is told to read it anew. Last, since the
 * version's row is locked from here on, and every other writer waits for it.
 */
export async function announceCatalogChange(tx: Tx): Promise<void> {
  await tx`update catalog_version set version = version + 1`
  await tx`select pg_notify(${CHANNEL}, '')`
}

export async function getCatalogVersion(sql: Reader): Promise<number> {
  const [row] = await sql<{ version: number }[]>`select version from catalog_version`
  return row?.version ?? 0
}

export async function onCatalogNotified(db: Db, heard: () => void): Promise<void> {
  await db.listen(CHANNEL, heard, heard)
}
