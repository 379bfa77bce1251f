import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { listCellNames } from '../../platform/cells/cell-queries.ts'
import { urlOfCell } from '../../platform/cells/prepare-cell.ts'
import type { Config } from '../../platform/config.ts'
import { connect, type Reader } from '../../platform/database/db.ts'
import { getSchemaState } from '../../platform/database/migrate.ts'
import { planMigrations } from '../../platform/database/migration-plan.ts'
import { findRunning } from '../../platform/embedded/server.ts'
import { describeConnectionFailure } from '../../process/connection-failure.ts'
import { failureOf } from '../terminal/failure.ts'
import {
  countOpenDeliveries,
  getServerState,
  listActivity,
  listAppliedMigrations,
  listCells,
  listFailingEndpoints,
  listFailingKeySets,
  listMoves,
  listNodes,
  listPartitions,
  listReplication,
  listServerErrors,
  listServerSettings,
  listTableStatistics,
  listWaitingLocks,
} from './queries.ts'

type Read = (db: Reader) => Promise<unknown>

const MAX_LOG_BYTES = 64 * 1024

/** The parts of each file, and how to read them. */
const PARTS: Record<string, Record<string, Read>> = {
  'database.json': {
    server: getServerState,
    settings: listServerSettings,
    activity: listActivity,
    waitingLocks: listWaitingLocks,
    replication: listReplication,
  },
  'tables.json': { tables: listTableStatistics, partitions: listPartitions },
  'migrations.json': {
    state: (db) => getSchemaState(db),
    pending: async (db) => (await planMigrations(db)).pending,
    applied: listAppliedMigrations,
  },
  'nodes.json': { nodes: listNodes },
  'cells.json': { cells: listCells, moves: listMoves },
  'errors.json': {
    serverErrors: listServerErrors,
    failingEndpoints: listFailingEndpoints,
    failingKeySets: listFailingKeySets,
    openDeliveries: countOpenDeliveries,
  },
}

/** The files about each cell, in a folder of its name. The others are about what all cells share. */
const FILES_OF_CELL = ['database.json', 'tables.json', 'migrations.json'] as const
const OF_CELL: typeof PARTS = Object.fromEntries(FILES_OF_CELL.map((file) => [file, PARTS[file] ?? {}]))

/** The files about the databases. If one cannot be reached, each of its files says why. */
export async function describeDatabase(config: Config): Promise<Record<string, unknown>> {
  const url = config.databaseUrl ?? (await findRunning(join(config.dataDir, 'postgres')))?.url
  if (url === undefined) return missing(PARTS, 'the embedded PostgreSQL is not running: start the service')
  let cells: string[] = []
  const home = await readFiles(url, PARTS, 'DATABASE_URL', async (db) => {
    cells = await listCellNames(db).catch(() => [])
  })
  const others = cells.map(async (name) => {
    const files = await readFiles(urlOfCell(config, url, name), OF_CELL, `the cell ${name}`)
    return Object.entries(files).map(([file, content]) => [`cells/${name}/${file}`, content])
  })
  return { ...home, ...Object.fromEntries((await Promise.all(others)).flat()) }
}

async function readFiles(
  url: string,
  files: typeof PARTS,
  setting: string,
  before: (db: Reader) => Promise<void> = async () => {},
): Promise<Record<string, unknown>> {
  try {
    const db = await connect(url, { name: `counterfoil command ${process.pid}`, max: 1 })
    await before(db)
    return await readParts(db, files).finally(() => db.end({ timeout: 1 }))
  } catch (error) {
    return missing(files, describeConnectionFailure(error as Error, setting))
  }
}

const missing = (files: typeof PARTS, why: string) =>
  Object.fromEntries(Object.keys(files).map((file) => [file, { missing: why }]))

/** If a part cannot be read, such as on an older schema, the bundle still contains the others. */
async function readParts(db: Reader, partsOf: typeof PARTS): Promise<Record<string, unknown>> {
  const files: Record<string, Record<string, unknown>> = {}
  for (const [file, parts] of Object.entries(partsOf)) {
    const content: Record<string, unknown> = {}
    for (const [part, read] of Object.entries(parts)) {
      content[part] = await read(db).catch((error) => ({ missing: failureOf(error).message }))
    }
    files[file] = content
  }
  return files
}

/** The end of the log of the embedded PostgreSQL, which has no statements and no values; null with DATABASE_URL. */
export async function readDatabaseLog({ databaseUrl, dataDir }: Config): Promise<string | null> {
  if (databaseUrl !== null) return null
  const file = await open(join(dataDir, 'postgres.log')).catch(() => null)
  if (!file) return null
  try {
    const { size } = await file.stat()
    const start = Math.max(0, size - MAX_LOG_BYTES)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_LOG_BYTES), 0, MAX_LOG_BYTES, start)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}
