import type { Config } from '../config.ts'
import { ConfigError } from '../config-error.ts'
import { connect, type Db } from '../database/db.ts'
import { migrate } from '../database/migrate.ts'
import type { Pools } from '../database/open-pools.ts'
import { prepareHiding } from './hiding-queries.ts'
import { createDatabase, endSessions, isCell, isClaimed, isLinkedTo, linkToHome } from './link-queries.ts'

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
 * Brings a cell to the schema of this release. Links it to home again if anything changed, because home's tables may have
 * changed too, or if home has another address. `finish` runs on the same connection. Can be repeated. Returns the applied
 * migrations.
 */
export async function prepareCell(
  config: Pick<Config, 'cellUrls'>,
  homeDb: Db,
  name: string,
  finish: (db: Db) => Promise<void> = async () => {},
): Promise<string[]> {
  const homeUrl = homeUrlFor(config, homeDb)
  const url = urlOfCell(config, homeDb.url, name)
  const db = await connect(url, { name: `counterfoil ${name}`, max: 2, deadlineMs: 60_000 })
  try {
    const migrated = await migrate(db)
    const wasLinked = await isCell(db)
    await db.begin(async (tx) => {
      if (!wasLinked && (await isClaimed(tx)))
        throw new ConfigError(
          `The database of cell ${name} belongs to another installation: use an empty one`,
        )
      const isLinked = await isLinkedTo(tx, homeUrl)
      if (!isLinked || migrated.length > 0) await linkToHome(tx, name, homeUrl)
    })
    await db.begin((tx) => prepareHiding(tx, 'home, public'))
    await finish(db)
    if (db.isPooled && !wasLinked) await endSessions(db).catch(() => {})
    return migrated
  } finally {
    await db.end()
  }
}

/** The address at which another server reaches the database; null if it leads to PgBouncer. */
export function directUrlOf({ cellUrls }: Pick<Config, 'cellUrls'>, { cell, db }: Pools): string | null {
  if (cell === null && cellUrls.home !== undefined) return cellUrls.home
  return db.isPooled ? null : db.url
}

/** Where a cell's server reaches home. It sets its session up, which connections of PgBouncer would share with nodes. */
function homeUrlFor({ cellUrls }: Pick<Config, 'cellUrls'>, homeDb: Db): string {
  if (cellUrls.home === undefined && homeDb.isPooled)
    throw new ConfigError(
      'Cells cannot reach home through PgBouncer: set home in CELL_URLS to the address of its PostgreSQL, as in home=postgres://…',
    )
  return cellUrls.home ?? homeDb.url
}
