import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Deps } from '../domain/deps.ts'
import { prepareEventStorage } from '../domain/webhooks/retention.ts'
import { type Config, ConfigError } from '../platform/config.ts'
import { AddressError } from '../platform/database/address.ts'
import { type ConnectOptions, connect, type Db } from '../platform/database/db.ts'
import { type MigrateOptions, type MigrationRetry, migrate } from '../platform/database/migrate.ts'
import { type EmbeddedServer, startEmbedded } from '../platform/embedded/server.ts'
import { createVault, loadOrCreateSecretsKey } from '../platform/secrets.ts'
import { claimDatabase } from './installation/first-start.ts'
import { turnOffJitForRole } from './installation/queries.ts'
import { openDeps } from './open-deps.ts'
import { startWorker } from './worker.ts'

/** The database and what operations need: what the server and every command stand on. */
export type Foundation = {
  deps: Deps
  /** Where the embedded database lies; null with DATABASE_URL. */
  embedded: EmbeddedServer | null
  /** Whether this start found an empty database. */
  isNew: boolean
  /** The migrations that this start applied. */
  migrated: string[]
  close(): Promise<void>
}

export type Service = Foundation & {
  url: string
  /** Readiness fails first, requests in flight finish, the database stops last. */
  stop(): Promise<void>
}

/** One a lane, and one to spare while another is renewed. */
const ENGINE_CONNECTIONS = 3
/** One takes up, one writes down, one gives back. */
const DISPATCH_CONNECTIONS = 3

export type FoundationOptions = {
  /** As pg_stat_activity shows us. */
  name?: string
  /** How the schema becomes the one of this release; answers the migrations that were applied. */
  prepareSchema?: (db: Db, options?: MigrateOptions) => Promise<string[]>
  /** A migration waits for a table that others are using; logged unless given. */
  onMigrationRetry?: (retry: MigrationRetry) => void
  onDatabaseExit?: (why: string) => void
}

export async function openFoundation(
  config: Config,
  log: Logger,
  {
    name = 'counterfoil',
    prepareSchema = migrate,
    onMigrationRetry = (retry) => log.warn(retry, 'migration could not lock its tables, will retry'),
    onDatabaseExit,
  }: FoundationOptions = {},
): Promise<Foundation> {
  const embedded = config.databaseUrl === null ? await openEmbedded(config, log, onDatabaseExit) : null
  let db: Db | null = null
  let engineDb: Db | null = null
  let dispatchDb: Db | null = null
  let deps: ReturnType<typeof openDeps> | null = null
  const close = async () => {
    await deps?.close()
    await Promise.all([db, engineDb, dispatchDb].map((pool) => pool?.end({ timeout: 5 })))
    await embedded?.stop()
  }
  try {
    const url = config.databaseUrl ?? (embedded as EmbeddedServer).url
    db = await connectTo(url, { name })
    const migrated = await prepareSchema(db, { onRetry: onMigrationRetry })
    for (const migration of migrated) log.info({ migration }, 'migrated')
    const vault = createVault(config.secretsKey ?? (await loadOrCreateSecretsKey(config.dataDir)))
    engineDb = db.sibling({ max: ENGINE_CONNECTIONS, plansOnce: true })
    dispatchDb = db.sibling({ max: DISPATCH_CONNECTIONS, plansOnce: true, relaxed: true })
    if (db.isPooled) {
      await turnOffJitForRole(db).catch((error) => log.warn({ err: error }, 'set jit = off for the role'))
    }
    deps = openDeps({ db, engineDb, dispatchDb, config, vault, log, now: () => new Date() })
    const isNew = await claimDatabase(deps)
    // Before anything can be told: by the demo data, a command, a request.
    await prepareEventStorage(deps)
    return { deps, embedded, isNew, migrated, close }
  } catch (error) {
    await close()
    throw error
  }
}

export async function startService(foundation: Foundation): Promise<Service> {
  const { deps } = foundation
  // Here and not above: a command needs no app, and starts in half the time without it.
  const { buildApp } = await import('../api/app.ts')
  const { server, lifecycle } = await buildApp(deps)
  const { host, port } = deps.config
  await server.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE')
      throw new ConfigError(`PORT ${port} is in use: stop what listens there or set PORT`)
    if (error.code === 'EACCES')
      throw new ConfigError(`PORT ${port} is not ours to use: set PORT to 1024 or above`)
    if (error.code === 'EADDRNOTAVAIL')
      throw new ConfigError(`HOST ${host} is not an address of this machine`)
    throw error
  })
  const worker = deps.config.role === 'api' ? null : startWorker(deps)
  return {
    ...foundation,
    // PORT=0: whichever was free.
    url: deps.config.publicUrl.replace(/:0$/, `:${(server.server.address() as AddressInfo).port}`),
    async stop() {
      lifecycle.closing = true
      // The load balancer needs time to notice that this node is not ready any more.
      await sleep(deps.config.drainSeconds * 1000)
      await Promise.all([server.close(), worker?.stop()])
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
    throw new ConfigError(error.message)
  })
}

async function connectTo(url: string, options: ConnectOptions): Promise<Db> {
  return connect(url, options).catch((error: NodeJS.ErrnoException) => {
    if (error instanceof AddressError) throw new ConfigError(`DATABASE_URL: ${error.message}`)
    const code = (error.cause as NodeJS.ErrnoException | undefined)?.code ?? error.code
    const reason = code ? `${code}: ${error.message}` : error.message
    throw new ConfigError(
      `DATABASE_URL cannot be reached (${reason}): check that it is right and that PostgreSQL runs`,
    )
  })
}
