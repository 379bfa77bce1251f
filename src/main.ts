import cluster from 'node:cluster'
import { describeDemo } from './demo/describe.ts'
import { loadDemo } from './demo/load.ts'
import { isTerminal, loadConfig } from './platform/config.ts'
import { ConfigError, StartError } from './platform/config-error.ts'
import { warningsAbout } from './platform/config-warnings.ts'
import { MigrationError } from './platform/database/migrate.ts'
import { createLogger, openReadableOutput } from './platform/logging.ts'
import { nodeName } from './platform/node-name.ts'
import { VERSION } from './platform/version.ts'
import type { FirstProcessFailed } from './process/cluster/primary.ts'
import { createFirstKey, isWithoutAdmin } from './process/installation/first-key.ts'
import { createFirstLink, isWithoutAdminMember } from './process/installation/first-link.ts'
import { holdIfRestored, placesOf } from './process/installation/restored-copy.ts'
import { onStopSignal } from './process/signals.ts'
import { type AdminAccess, startBlock } from './process/start-block.ts'
import { logStart } from './process/start-line.ts'
import { type Foundation, openFoundation, type Service, startService } from './process/startup.ts'
import { openDatabaseWait } from './process/wait-for-database.ts'

const HELD =
  'webhooks are held: this database is a restored copy, or DATABASE_URL names hosts that it never ran on. Run "counterfoil deliveries release" to send them'

/** Runs the service: reads the configuration, opens the database, loads demo data, starts the app, waits for signals. */
export async function main(): Promise<void> {
  const startedAt = performance.now()
  const config = loadConfig()
  const output = isTerminal() ? await openReadableOutput() : undefined
  const log = createLogger(config.logLevel, output, { node: nodeName(config.port), version: VERSION })
  if (cluster.isWorker)
    return (await import('./process/cluster/serve-as-worker.ts')).serveAsWorker(config, log)
  for (const warning of warningsAbout(config)) log.warn(warning)
  let foundation: Foundation | null = null
  let service: Service | null = null
  let stopping: Promise<void> | null = null
  const close = async () => service?.stop() ?? foundation?.close()

  const stop = async (why: string, exitCode: number) => {
    if (stopping) {
      // A second signal stops at once. PostgreSQL replays its log at the next start.
      service?.kill()
      foundation?.embedded?.kill()
      process.exit(exitCode || 130)
    }
    log.info({ why }, 'shutting down')
    stopping = close().catch((error) => log.error({ err: error }, 'shutdown failed'))
    await stopping
    process.exit(exitCode)
  }

  const onDatabaseExit = (why: string) => {
    log.fatal({ why }, 'the embedded PostgreSQL has exited')
    void stop('database exit', 1)
  }
  // This listener comes first, so that a signal also stops a database that is still starting.
  onStopSignal((signal) => void stop(signal, 0))
  const wait = openDatabaseWait(config, log)
  foundation = await openFoundation(config, log, { onDatabaseExit, connectTo: wait.connect })
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception')
    void stop('uncaught exception', 1)
  })
  try {
    const isHeld = await holdIfRestored(foundation.deps, placesOf(config))
    if (isHeld) log.warn(HELD)
    if (config.demo && (await loadDemo(foundation.deps))) log.info('demo data loaded')
    service = await (config.processes > 1
      ? startCluster(foundation, wait.stopListening)
      : startService(foundation, wait.stopListening))
    const demo = await describeDemo(service.deps, service.url)
    // The key is created last: if a later step failed before the key is printed, the key would be lost.
    const access = await adminAccess(service)
    const start = { service, elapsedMs: performance.now() - startedAt, adminAccess: access, demo }
    if (isTerminal()) process.stdout.write(startBlock(start))
    else logStart(log, start)
  } catch (error) {
    // A signal came during the start: the error is only a consequence of the shutdown.
    if (stopping) return stopping
    await close()
    throw error
  }
}

/** Starts the processes that serve. This process owns the database, and replaces processes that end. */
async function startCluster(foundation: Foundation, beforeListening: () => Promise<void>): Promise<Service> {
  const { startProcesses } = await import('./process/cluster/primary.ts')
  const { config, log } = foundation.deps
  await beforeListening()
  const processes = await startProcesses(config.processes, log)
  return {
    ...foundation,
    url: processes.url,
    kill: processes.kill,
    async stop() {
      await processes.stop()
      await foundation.close()
    },
  }
}

async function adminAccess({ deps, url }: Service): Promise<AdminAccess> {
  const value = await createFirstKey(deps, isTerminal())
  const key = value !== null ? { value } : (await isWithoutAdmin(deps)) ? 'none' : null
  // With PORT=0, the port is known only now.
  const listening = { ...deps, config: { ...deps.config, publicUrl: url } }
  const signInLink = await createFirstLink(listening, isTerminal())
  return { key, signInLink, needsInvitation: signInLink === null && (await isWithoutAdminMember(deps)) }
}

/** Compares the name, because the file of this class is loaded only with PROCESSES above 1. */
function isFirstProcessFailed(error: unknown): error is FirstProcessFailed {
  return error instanceof Error && error.name === 'FirstProcessFailed'
}

/** EX_CONFIG of sysexits.h: a restart does not help, so a supervisor should not try one. */
const EXIT_WRONG_CONFIGURATION = 78

/** Errors that an operator can fix are one line; all others keep their stack. */
export function reportFailure(error: unknown): never {
  // The first process has already printed why it failed.
  if (isFirstProcessFailed(error)) process.exit(error.exitCode)
  const isOperatorError =
    error instanceof ConfigError || error instanceof StartError || error instanceof MigrationError
  process.stderr.write(
    `counterfoil: ${isOperatorError ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  )
  process.exit(error instanceof ConfigError ? EXIT_WRONG_CONFIGURATION : 1)
}

if (import.meta.main) await main().catch(reportFailure)
