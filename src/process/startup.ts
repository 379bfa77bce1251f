import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Deps } from '../domain/deps.ts'
import { prepareEventStorage } from '../domain/webhooks/retention.ts'
import { isCell } from '../platform/cells/link-queries.ts'
import type { Config } from '../platform/config.ts'
import { ConfigError, StartError } from '../platform/config-error.ts'
import { type ConnectOptions, connect, type Db } from '../platform/database/db.ts'
import { type MigrateOptions, type MigrationRetry, migrate } from '../platform/database/migrate.ts'
import { closePools, openPools, type Pools } from '../platform/database/open-pools.ts'
import { type EmbeddedServer, startEmbedded } from '../platform/embedded/server.ts'
import { createVault, loadOrCreateSecretsKey } from '../platform/secrets.ts'
import { startTracing } from '../platform/tracing/tracing.ts'
import { connectionError } from './connection-failure.ts'
import { claimDatabase } from './installation/claim-database.ts'
import { migrateCells } from './installation/migrate-cells.ts'
import { startPresence } from './installation/presence.ts'
import { turnOffJitForRole } from './installation/queries.ts'
import { listenError } from './listen-error.ts'
import { openDeps } from './open-deps.ts'

/** The open database and the dependencies of operations. The service and every CLI command start with it. */
export type Foundation = {
  deps: Deps
  /** Null if DATABASE_URL is set. */
  embedded: EmbeddedServer | null
  /** Whether this start found an empty database. */
  isNew: boolean
  /** The names of the migrations that this start applied. */
  migrated: string[]
  close(): Promise<void>
}

export type Service = Foundation & {
  url: string
  /** Stops the service: first /readyz fails, then requests in flight finish, then the database stops. */
  stop(): Promise<void>
  /** Ends the other processes at once, with PROCESSES above 1. */
  kill(): void
}

export type FoundationOptions = {
  /** The name that pg_stat_activity shows. */
  name?: string
  /** Connects to the database, or throws an error with one line for the operator. */
  connectTo?: (url: string, options: ConnectOptions) => Promise<Db>
  /** Brings the schema to this release. Returns the names of the applied migrations. */
  prepareSchema?: (db: Db, options?: MigrateOptions) => Promise<string[]>
  /** Called when a migration could not lock its tables and will be retried. By default it is logged. */
  onMigrationRetry?: (retry: MigrationRetry) => void
  onDatabaseExit?: (why: string) => void
}

export async function openFoundation(
  config: Config,
  log: Logger,
  {
    name = 'counterfoil',
    connectTo = connectOnce,
    prepareSchema = migrate,
    onMigrationRetry = (retry) => log.warn(retry, 'migration could not lock its tables, will retry'),
    onDatabaseExit,
  }: FoundationOptions = {},
): Promise<Foundation> {
  const embedded = config.databaseUrl === null ? await openEmbedded(config, log, onDatabaseExit) : null
  let pools: Pools | null = null
  let deps: ReturnType<typeof openDeps> | null = null
  const close = async () => {
    await deps?.close()
    if (pools) await closePools(pools, 5)
    await embedded?.stop()
  }
  try {
    const url = config.databaseUrl ?? (embedded as EmbeddedServer).url
    pools = openPools(await connectTo(url, { name }))
    const { db } = pools
    if (await isCell(db))
      throw new ConfigError('DATABASE_URL is the address of a cell: set it to that of home')
    const migrated = await prepareSchema(db, { onRetry: onMigrationRetry })
    for (const migration of migrated) log.info({ migration }, 'migrated')
    // The embedded PostgreSQL has another port at each start.
    if (prepareSchema === migrate || embedded) await migrateCells(config, db, log)
    const secretsKey = config.secretsKey ?? (await loadOrCreateSecretsKey(config.dataDir))
    const vault = createVault(secretsKey, config.previousSecretsKey)
    if (db.isPooled) {
      await turnOffJitForRole(db).catch((error) =>
        log.warn({ err: error }, 'could not turn JIT off: set jit = off for the role of DATABASE_URL'),
      )
    }
    deps = openDeps({ ...pools, config, vault, log, now: () => new Date() })
    const isNew = await claimDatabase(deps)
    await deps.cells.follow()
    // This comes before the demo data and before any command or request that can emit an event.
    await prepareEventStorage(deps)
    for (const cell of (await deps.cells.reachable()).slice(1))
      await prepareEventStorage(deps.depsIn(cell)).catch((error) =>
        log.warn({ err: error, cell: cell.cell }, 'could not prepare the cell for events'),
      )
    return { deps, embedded, isNew, migrated, close }
  } catch (error) {
    await close()
    throw error
  }
}

export async function startService(
  foundation: Foundation,
  beforeListening: () => Promise<void> = async () => {},
): Promise<Service> {
  const { deps } = foundation
  // The service continues without images.
  deps.images.store
    .has('start')
    .catch((error) => deps.log.warn({ err: error }, 'images can neither be stored nor served'))
  const stopTracing = deps.config.tracing && (await startTracing(deps.config.tracing, deps.log))
  // These modules are imported here, because a command needs none of them and starts twice as fast without them.
  const { buildApp } = await import('../api/app.ts')
  const { mintDemoToken } = await import('../demo/describe.ts')
  const { startWorker } = await import('./worker.ts')
  const { server, lifecycle } = await buildApp(deps, () => mintDemoToken(deps))
  const { host, port } = deps.config
  await beforeListening()
  await server.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
    throw listenError(error, { host, port })
  })
  const presence = await startPresence(deps)
  const worker = deps.config.role === 'api' ? null : startWorker(deps)
  return {
    ...foundation,
    // With PORT=0, the system has chosen a free port.
    url: deps.config.publicUrl.replace(/:0$/, `:${(server.server.address() as AddressInfo).port}`),
    kill() {},
    async stop() {
      lifecycle.isClosing = true
      // The load balancer needs time to notice that this node is no longer ready.
      await sleep(deps.config.drainSeconds * 1000)
      await Promise.all([server.close(), worker?.stop()])
      await presence.stop()
      await stopTracing?.()
      await foundation.close()
    },
  }
}

function openEmbedded(config: Config, log: Logger, onExit?: (why: string) => void): Promise<EmbeddedServer> {
  return startEmbedded({
    directory: join(config.dataDir, 'postgres'),
    log: (line) => log.debug(line),
    ...(onExit && { onExit }),
  }).catch((error: Error) => {
    throw new StartError(error.message)
  })
}

async function connectOnce(url: string, options: ConnectOptions): Promise<Db> {
  return connect(url, options).catch((error) => {
    throw connectionError(error)
  })
}
