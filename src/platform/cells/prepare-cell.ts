import type { Config } from '../config.ts'
import { ConfigError } from '../config-error.ts'
import { connect, type Db } from '../database/db.ts'
import { type MigrateOptions, migrate } from '../database/migrate.ts'
import { createDatabase, isClaimed, isLinked, linkToHome } from './link-queries.ts'

/** Where a cell is: at its address in CELL_URLS, or in the cluster of home as the database <home>_<cell>. */
export function urlOfCell({ cellUrls }: Pick<Config, 'cellUrls'>, homeUrl: string, name: string): string {
  return cellUrls[name] ?? homeUrl.replace(/^[^?]*/, (start) => `${start}_${name.replaceAll('-', '_')}`)
}

const databaseOf = (url: string) => decodeURIComponent(/\/([^/?]+)(?:\?.*)?$/.exec(url)?.[1] ?? '')

/** Creates the database of a cell, unless CELL_URLS names one, with the schema and the link to home. Can be repeated. */
export async function prepareCell(config: Pick<Config, 'cellUrls'>, homeDb: Db, name: string): Promise<void> {
  const url = urlOfCell(config, homeDb.url, name)
  if (config.cellUrls[name] === undefined) await createDatabase(homeDb, databaseOf(url))
  const db = await connect(url, { name: `counterfoil ${name}`, max: 2, deadlineMs: 60_000 })
  try {
    await migrateCell(db, name, homeDb)
  } finally {
    await db.end()
  }
}

/** Brings a cell to the schema of this release. Links it to home again if anything changed: home's tables may have, too. */
export async function migrateCell(
  db: Db,
  name: string,
  homeDb: Db,
  options: MigrateOptions = {},
): Promise<string[]> {
  const migrated = await migrate(db, { ...options, schema: 'public' })
  const wasLinked = await isLinked(db)
  if (wasLinked && migrated.length === 0) return []
  await db.begin(async (tx) => {
    if (!wasLinked && (await isClaimed(tx))) {
      throw new ConfigError(`The database of cell ${name} belongs to another installation: use an empty one`)
    }
    await linkToHome(tx, name, homeDb.url)
  })
  return migrated
}
