import type { Config } from '../config.ts'
import { ConfigError } from '../config-error.ts'
import { connect, type Db } from '../database/db.ts'
import { migrate } from '../database/migrate.ts'
import { createDatabase, isCell, isClaimed, linkToHome } from './link-queries.ts'

/** Where a cell is: at its address in CELL_URLS, or in the cluster of home as the database <home>_<cell>. */
export function urlOfCell({ cellUrls }: Pick<Config, 'cellUrls'>, homeUrl: string, name: string): string {
  return cellUrls[name] ?? homeUrl.replace(/^[^?]*/, (start) => `${start}_${name.replaceAll('-', '_')}`)
}

/** Creates the database of a cell, unless it exists or CELL_URLS names one. */
export async function createCellDatabase(
  { cellUrls }: Pick<Config, 'cellUrls'>,
  homeDb: Db,
  name: string,
): Promise<void> {
  const [, database = ''] = /\/([^/?]+)(?:\?.*)?$/.exec(urlOfCell({ cellUrls }, homeDb.url, name)) ?? []
  if (cellUrls[name] === undefined) await createDatabase(homeDb, decodeURIComponent(database))
}

/**
 * Brings a cell to the schema of this release. Links it to home again if anything changed: home's tables may have, too.
 * `finish` runs on the same connection. Can be repeated. Returns the applied migrations.
 */
export async function prepareCell(
  config: Pick<Config, 'cellUrls'>,
  homeDb: Db,
  name: string,
  finish: (db: Db) => Promise<void> = async () => {},
): Promise<string[]> {
  const url = urlOfCell(config, homeDb.url, name)
  const db = await connect(url, { name: `counterfoil ${name}`, max: 2, deadlineMs: 60_000 })
  try {
    const migrated = await migrate(db, { schema: 'public' })
    const wasLinked = await isCell(db)
    if (!wasLinked || migrated.length > 0) await link(db, name, homeDb.url, wasLinked)
    await finish(db)
    return migrated
  } finally {
    await db.end()
  }
}

async function link(db: Db, name: string, homeUrl: string, wasLinked: boolean): Promise<void> {
  await db.begin(async (tx) => {
    if (!wasLinked && (await isClaimed(tx)))
      throw new ConfigError(`The database of cell ${name} belongs to another installation: use an empty one`)
    await linkToHome(tx, name, homeUrl)
  })
}
