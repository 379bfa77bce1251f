import { join } from 'node:path'
import { loadConfig } from '../platform/config.ts'
import { connect, type Db } from '../platform/database/db.ts'
import { findRunning, startEmbedded } from '../platform/embedded/server.ts'
import { connectionError } from '../process/connection-failure.ts'
import { acquireCommandLock } from './command-lock.ts'
import { requireDatabase } from './open-database.ts'
import type { CommandContext } from './run-command.ts'

/** Runs `work` on the database as it is: nothing is migrated and nothing is recorded. */
export async function inspectDatabase<T>(
  { terminal, signal }: Pick<CommandContext, 'terminal' | 'signal'>,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  requireDatabase()
  const { databaseUrl, dataDir } = loadConfig()
  if (databaseUrl !== null) return withConnection(databaseUrl, work)
  const directory = join(dataDir, 'postgres')
  const lock = await acquireCommandLock(dataDir, signal, () =>
    terminal.note('waiting for another command to finish'),
  )
  try {
    const running = await findRunning(directory)
    if (running) return await withConnection(running.url, work)
    const embedded = await startEmbedded({ directory })
    return await withConnection(embedded.url, work).finally(() => embedded.stop())
  } finally {
    await lock.release()
  }
}

async function withConnection<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = await connect(url, { name: `counterfoil command ${process.pid}`, max: 1 }).catch((error) => {
    throw connectionError(error)
  })
  return work(db).finally(() => db.end({ timeout: 1 }))
}
