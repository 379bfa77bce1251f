import { open } from 'node:fs/promises'
import { join } from 'node:path'
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
  listFailingEndpoints,
  listFailingKeySets,
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
  'errors.json': {
    serverErrors: listServerErrors,
    failingEndpoints: listFailingEndpoints,
    failingKeySets: listFailingKeySets,
    openDeliveries: countOpenDeliveries,
  },
}

/** The files about the database. If it cannot be reached, each of them says why. */
export async function describeDatabase(config: Config): Promise<Record<string, unknown>> {
  const url = config.databaseUrl ?? (await findRunning(join(config.dataDir, 'postgres')))?.url
  if (url === undefined) return missing('the embedded PostgreSQL is not running: start the service')
  try {
    const db = await connect(url, { name: `counterfoil command ${process.pid}`, max: 1 })
    return await readParts(db).finally(() => db.end({ timeout: 1 }))
  } catch (error) {
    return missing(describeConnectionFailure(error as Error))
  }
}

const missing = (why: string) =>
  Object.fromEntries(Object.keys(PARTS).map((file) => [file, { missing: why }]))

/** If a part cannot be read, such as on an older schema, the bundle still contains the others. */
async function readParts(db: Reader): Promise<Record<string, unknown>> {
  const files: Record<string, Record<string, unknown>> = {}
  for (const [file, parts] of Object.entries(PARTS)) {
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
