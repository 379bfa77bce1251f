import type { Db, Reader } from '../../platform/database/db.ts'

/** On which the database itself announces every change, at its commit. */
const CHANNEL = 'catalog'

export async function getCatalogVersion(sql: Reader): Promise<number> {
  const [row] = await sql<{ version: number }[]>`select version from catalog_version`
  return row?.version ?? 0
}

export async function onCatalogNotified(db: Db, heard: () => void): Promise<void> {
  await db.listen(CHANNEL, heard, heard)
}
