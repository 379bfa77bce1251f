import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Config, loadConfig } from '../platform/config.ts'
import { migrateIfEmpty } from '../platform/database/migrate.ts'
import { findCluster } from '../platform/embedded/cluster.ts'
import { findRunning } from '../platform/embedded/server.ts'
import { createLogger } from '../platform/logging.ts'
import { type Foundation, type FoundationOptions, openFoundation } from '../process/startup.ts'
import { acquireCommandLock, type CommandLock } from './command-lock.ts'
import { getOwnership } from './queries.ts'
import { UsageError } from './terminal/failure.ts'
import type { Terminal } from './terminal/terminal.ts'

const PAUSE_MS = 100

type Open = (databaseUrl: string | null) => Promise<Foundation>

/**
 * Opens the database of DATABASE_URL, or the embedded one. If no service is running the embedded one, the command starts
 * it and stops it at its end. Unlike a start of the service, this loads no demo data and creates no first key.
 */
export async function openDatabase(
  terminal: Terminal,
  signal: AbortSignal,
  prepareSchema: FoundationOptions['prepareSchema'] = migrateIfEmpty,
): Promise<Foundation> {
  const config = { ...loadConfig(), demo: false }
  const log = createLogger('error', process.stderr)
  const options: FoundationOptions = {
    name: `counterfoil command ${process.pid}`,
    prepareSchema,
    onMigrationRetry: ({ migration, attempt, maxAttempts }) =>
      terminal.note(
        `${migration} could not lock its tables, will retry (attempt ${attempt} of ${maxAttempts})`,
      ),
  }
  const open: Open = (databaseUrl) => openFoundation({ ...config, databaseUrl }, log, options)
  const onLongWait = () => terminal.note('waiting for another command to finish')
  const foundation =
    config.databaseUrl === null
      ? await openEmbedded(config, open, () => acquireCommandLock(config.dataDir, signal, onLongWait))
      : await open(config.databaseUrl)
  const place = foundation.embedded ? ` in ${foundation.embedded.directory}` : ''
  if (foundation.isNew) terminal.note(`created a new database${place}`)
  return foundation
}

/** Throws if the embedded database does not exist yet. */
export function requireDatabase(): void {
  const { databaseUrl, dataDir } = loadConfig()
  if (databaseUrl !== null || findCluster(join(dataDir, 'postgres')) !== null) return
  throw new UsageError(
    `there is no database in ${dataDir}: run this in the folder of the service, or set DATA_DIR or DATABASE_URL`,
  )
}

async function openEmbedded(
  config: Config,
  open: Open,
  acquire: () => Promise<CommandLock>,
): Promise<Foundation> {
  const lock = await acquire()
  try {
    const served = await openServed(config, open)
    if (served) {
      await lock.release()
      return served
    }
    const own = await open(null)
    return { ...own, close: () => own.close().finally(() => lock.release()) }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** Opens the database of a running service; null if none runs. The next start cleans up after a killed service. */
async function openServed({ dataDir }: Config, open: Open): Promise<Foundation | null> {
  const running = await findRunning(join(dataDir, 'postgres'))
  if (!running) return null
  const foundation = await open(running.url)
  for (;;) {
    const { isOwned, isYoung } = await getOwnership(foundation.deps.db)
    if (isOwned) return foundation
    if (!isYoung) break
    await sleep(PAUSE_MS)
  }
  await foundation.close()
  return null
}
