import { ConfigError, isTerminal, loadConfig } from './config.ts'
import { createLogger } from './logging.ts'
import { MigrationError } from './migrate.ts'
import { startBlock } from './start-block.ts'
import { openFoundation, type Service, startService } from './startup.ts'

/** The process: configuration → database → app → signals. */
export async function main(): Promise<void> {
  const startedAt = performance.now()
  const config = loadConfig()
  const log = createLogger(config.logLevel, isTerminal())
  let service: Service | null = null
  let stopping: Promise<void> | null = null

  const stop = async (why: string, exitCode: number) => {
    if (stopping) {
      // A second signal: at once. PostgreSQL replays its log at the next start.
      service?.embedded?.kill()
      process.exit(exitCode || 130)
    }
    log.info({ why }, 'stopping')
    stopping = (service?.stop() ?? Promise.resolve()).catch((error) =>
      log.error({ err: error }, 'stop failed'),
    )
    await stopping
    process.exit(exitCode)
  }

  const foundation = await openFoundation(config, log, (why) => {
    log.fatal({ why }, 'the embedded PostgreSQL is gone')
    void stop('database exit', 1)
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void stop(signal, 0))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception')
    void stop('uncaught exception', 1)
  })
  try {
    service = await startService(foundation)
  } catch (error) {
    await foundation.close()
    throw error
  }
  process.stdout.write(startBlock(service, performance.now() - startedAt, []))
}

/** What an operator can mend is one line; anything else keeps its stack. */
export function reportFailure(error: unknown): never {
  const plain = error instanceof ConfigError || error instanceof MigrationError
  process.stderr.write(
    `counterfoil: ${plain ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  )
  process.exit(1)
}

if (import.meta.main) await main().catch(reportFailure)
