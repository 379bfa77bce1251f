import type { Db, Reader } from '../../platform/database/db.ts'

/** A trigger announces every change to the catalog on this channel, at its commit. */
const CHANNEL = 'catalog'

export async function getCatalogVersion(sql: Reader): Promise<number> {
  const [row] = await sql<{ version: number }[]>`select version from catalog_version`
  return row?.version ?? 0
}

export async function onCatalogNotified(db: Db, onChange: () => void): Promise<void> {
  await db.listen(CHANNEL, onChange, onChange)
}
