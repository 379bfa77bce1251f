import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Config, loadConfig } from '../config.ts'
import { findRunning } from '../embedded.ts'
import { createLogger } from '../logging.ts'
import { migrateIfEmpty } from '../migrate.ts'
import { type Foundation, type FoundationOptions, openFoundation } from '../startup.ts'
import { hasOwner, tryLeavingLast, trySharing } from './queries.ts'
import type { Terminal } from './terminal.ts'

type Open = (databaseUrl: string | null) => Promise<Foundation>

const PAUSE_MS = 100
const MOST_ATTEMPTS = 50
const PATIENCE_MS = 1000

/**
 * The database of DATABASE_URL, or the embedded one: that of the service when it runs, else started for as long as the
 * command takes. Whatever the service does at its start beyond that (demo data, a first key) is not done here.
 */
export async function openDatabase(
  terminal: Terminal,
  prepareSchema: FoundationOptions['prepareSchema'] = migrateIfEmpty,
): Promise<Foundation> {
  const config = { ...loadConfig(), demo: false }
  const log = createLogger('error', false, process.stderr)
  const options = { name: `counterfoil command ${process.pid}`, prepareSchema }
  const open: Open = (databaseUrl) => openFoundation({ ...config, databaseUrl }, log, options)
  const foundation =
    config.databaseUrl === null ? await openEmbedded(config, open, terminal) : await open(config.databaseUrl)
  const place = foundation.embedded ? ` in ${foundation.embedded.directory}` : ''
  if (foundation.isNew) terminal.note(`a new database was set up${place}`)
  return foundation
}

/** Commands come and go: when what was found is not there any more, or something is where nothing was, look again. */
async function openEmbedded(config: Config, open: Open, terminal: Terminal): Promise<Foundation> {
  for (let attempt = 1; ; attempt += 1) {
    const url = await findServing(config)
    try {
      const opened =
        url === null ? stoppingLast(await open(null), terminal) : await share(await open(url), open)
      if (opened) return opened
    } catch (error) {
      if (attempt === MOST_ATTEMPTS || (await findServing(config)) === url) throw error
    }
    await sleep(PAUSE_MS)
  }
}

async function findServing({ dataDir }: Config): Promise<string | null> {
  return (await findRunning(join(dataDir, 'postgres')))?.url ?? null
}

/** Null when the server is about to stop. */
async function share(foundation: Foundation, open: Open): Promise<Foundation | null> {
  const { deps, close } = foundation
  if (!(await hasOwner(deps.db))) {
    await close()
    // Clears away what a killed process left behind.
    return open(null)
  }
  const seat = await deps.db.reserve()
  const leave = () => {
    seat.release()
    return close()
  }
  if (await trySharing(seat)) return { ...foundation, close: leave }
  await leave()
  return null
}

function stoppingLast(foundation: Foundation, terminal: Terminal): Foundation {
  const { deps, close } = foundation
  const untilLast = async () => {
    const seat = await deps.db.reserve()
    const timer = setTimeout(
      () => terminal.note('waiting for a command that shares this database'),
      PATIENCE_MS,
    )
    try {
      while (!(await tryLeavingLast(seat))) await sleep(PAUSE_MS)
    } finally {
      clearTimeout(timer)
      seat.release()
    }
  }
  return {
    ...foundation,
    async close() {
      // A server that is gone has nobody to wait for.
      await untilLast().catch(() => {})
      await close()
    },
  }
}
