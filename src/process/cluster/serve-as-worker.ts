import { join } from 'node:path'
import type { FromPrimary, FromWorker } from '../../platform/cluster-messages.ts'
import type { Config } from '../../platform/config.ts'
import { StartError } from '../../platform/config-error.ts'
import { findRunning } from '../../platform/embedded/server.ts'
import type { createLogger } from '../../platform/logging.ts'
import { openFoundation, type Service, startService } from '../startup.ts'

/**
 * Runs one of the processes that serve, with PROCESSES above 1. The primary has started and migrated the database. It also
 * says when to stop: a terminal sends its signals to every process, so signals are ignored here.
 */
export async function serveAsWorker(config: Config, log: ReturnType<typeof createLogger>): Promise<void> {
  let service: Service | null = null
  let stopping: Promise<void> | null = null
  const stop = (exitCode: number) => {
    // A process that is not up yet has no requests to finish.
    stopping ??= (service?.stop() ?? Promise.resolve()).catch((error) =>
      log.error({ err: error }, 'shutdown failed'),
    )
    void stopping.then(() => process.exit(exitCode))
  }
  // These listeners come first: the primary may stop while this process is still starting.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
  process.on('message', ({ type }: FromPrimary) => {
    if (type === 'stop') stop(0)
  })
  process.on('SIGTERM', () => stop(0))
  // The primary is gone, so nobody would stop or replace this process.
  process.on('disconnect', () => stop(1))

  const databaseUrl = config.databaseUrl ?? (await findEmbedded(config))
  service = await startService(await openFoundation({ ...config, databaseUrl }, log))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception')
    stop(1)
  })
  const up: FromWorker = { type: 'up', url: service.url }
  process.send?.(up)
}

async function findEmbedded({ dataDir }: Config): Promise<string> {
  const running = await findRunning(join(dataDir, 'postgres'))
  if (running) return running.url
  throw new StartError(`The embedded PostgreSQL in ${dataDir} is not running`)
}
