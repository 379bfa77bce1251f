/** Applies the files in migrations/ in their order, each one once. */
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { findOpenMove } from '../cells/move-queries.ts'
import type { Db, Reader } from './db.ts'
import { isLockTimeout, isRaceLost, needsRepair } from './failures.ts'

const DIRECTORY = new URL('../../../migrations/', import.meta.url)
const MIN_POSTGRES_VERSION = 15
/** An arbitrary number that every node uses ("counterfoil" as positions in the alphabet). */
const MIGRATION_LOCK = 315_211_420
/**
 * While a migration waits for a table, every request that needs the table waits behind it. Requests have 4 seconds, so
 * a migration gives up well before that, lets them through, and tries again. 12 attempts take about a minute.
 */
const LOCK_TIMEOUT_MS = 2_000
const RETRY_PAUSE_MS = 3_000
const MAX_ATTEMPTS = 12

export class MigrationError extends Error {}

type Migration = { version: number; name: string; url: URL }

/** Thrown if an attempt could not get its locks. Another attempt follows. */
export type MigrationRetry = { migration: string; attempt: number; maxAttempts: number }

export type MigrateOptions = {
  onRetry?: (retry: MigrationRetry) => void
  /** Options for tests. The service uses the defaults. */
  directory?: URL
  lockTimeoutMs?: number
  pauseMs?: number
  maxAttempts?: number
}

/**
 * Brings the schema up to date and returns the applied migrations. Each one runs in its own transaction under an
 * advisory lock, so nodes that start together wait for each other. The lock belongs to the transaction, because behind
 * PgBouncer we do not own a session.
 */
export async function migrate(db: Db, options: MigrateOptions = {}): Promise<string[]> {
  await requirePostgres(db)
  const migrations = await listMigrations(options.directory)
  const applied: string[] = []
  for (;;) {
    const name = await applyNextWithRetries(db, migrations, options)
    if (name === null) return applied
    applied.push(name)
  }
}

/** Retries a migration that could not lock its tables, or that PostgreSQL ended to resolve a deadlock. */
async function applyNextWithRetries(
  db: Db,
  migrations: Migration[],
  {
    onRetry,
    lockTimeoutMs = LOCK_TIMEOUT_MS,
    pauseMs = RETRY_PAUSE_MS,
    maxAttempts = MAX_ATTEMPTS,
  }: MigrateOptions,
): Promise<string | null> {
  let migration = ''
  const onStart = (name: string) => {
    migration = name
  }
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await applyNext(db, migrations, lockTimeoutMs, onStart)
    } catch (error) {
      if (needsRepair(error)) {
        throw new MigrationError(
          `Migration ${migration} cannot run, nothing was changed: ${error.message}: ${error.hint}`,
        )
      }
      if (!isLockTimeout(error) && !isRaceLost(error)) throw error
      if (attempt >= maxAttempts) {
        throw new MigrationError(
          `Migration ${migration} could not lock its tables in ${maxAttempts} attempts, nothing was changed: ` +
            'end the long transactions (pg_stat_activity, oldest xact_start) and start again',
        )
      }
      onRetry?.({ migration, attempt, maxAttempts })
      await sleep(pauseMs)
    }
  }
}

/**
 * Sets up an empty database. Throws if a database in use has an older schema: only `counterfoil migrate` and the start of
 * the service migrate it. Commands call this, because a service of another release may be running.
 */
export async function migrateIfEmpty(db: Db, options?: MigrateOptions): Promise<string[]> {
  const current = (await isEmpty(db)) ? 0 : await currentVersion(db)
  const latest = await latestVersion(options?.directory)
  if (current === 0 || current >= latest) return migrate(db, options)
  throw new MigrationError(
    `The database is at schema version ${current}, this release needs ${latest}: run "counterfoil migrate" first`,
  )
}

/** `current` is 0 for an empty database. `oldestRelease`: the schema version of the oldest release that may serve. */
export type SchemaState = { current: number; latest: number; oldestRelease: number }

/** Throws a `MigrationError` for the database of an earlier build. */
export async function getSchemaState(sql: Reader, directory?: URL): Promise<SchemaState> {
  const latest = await latestVersion(directory)
  if (await isEmpty(sql)) return { current: 0, latest, oldestRelease: 0 }
  await requireKnownHistory(sql, await listMigrations(directory))
  return { current: await currentVersion(sql), latest, oldestRelease: await findOldestRelease(sql) }
}

/** The schema version of this release. */
export async function latestVersion(directory?: URL): Promise<number> {
  return (await listMigrations(directory)).at(-1)?.version ?? 0
}

export async function currentVersion(sql: Reader): Promise<number> {
  const [row] = await sql<
    { version: number }[]
  >`select coalesce(max(version), 0) as version from schema_migrations`
  return row?.version ?? 0
}

async function isEmpty(sql: Reader): Promise<boolean> {
  const [row] = await sql<{ empty: boolean }[]>`select to_regclass('schema_migrations') is null as empty`
  return row?.empty ?? true
}

async function applyNext(
  db: Db,
  migrations: Migration[],
  lockTimeoutMs: number,
  onStart: (name: string) => void,
): Promise<string | null> {
  return db.begin(async (tx) => {
    // Another node may be migrating, and a large table can take long.
    await tx.extendDeadline(null)
    await tx`select pg_advisory_xact_lock(${MIGRATION_LOCK})`
    // With cells, the search path begins with another schema.
    await tx.unsafe('set local search_path = public')
    await tx`
      create table if not exists schema_migrations (
        version integer primary key,
        name text not null,
        applied_at timestamptz not null default now()
      )`
    await requireKnownHistory(tx, migrations)
    const current = await currentVersion(tx)
    const latest = migrations.at(-1)?.version ?? 0
    if (current > latest) {
      // During a rolling upgrade, a node of the previous release may restart.
      if ((await findOldestRelease(tx)) <= latest) return null
      throw new MigrationError(
        `The database is at schema version ${current}, this release knows ${latest}: start a newer release`,
      )
    }
    const next = migrations.find(({ version }) => version > current)
    if (!next) return null
    onStart(next.name)
    await requireNoMove(tx, next.name)
    // This limit is set after the advisory lock, which another node may hold for long and which counts as a lock too.
    await tx.unsafe(`set local lock_timeout = ${lockTimeoutMs}`)
    await tx.unsafe(await readFile(next.url, 'utf8'))
    await requireNoOlderNodes(tx, next.name)
    await tx`insert into schema_migrations (version, name) values (${next.version}, ${next.name})`
    return next.name
  })
}

/** Builds from before the first release had other migrations under the same numbers. */
async function requireKnownHistory(sql: Reader, migrations: Migration[]): Promise<void> {
  const applied = await sql<{ version: number; name: string }[]>`
    select version, name from schema_migrations order by version`
  const names = new Map(migrations.map(({ version, name }) => [version, name]))
  const unknown = applied.find(({ version, name }) => (names.get(version) ?? name) !== name)
  if (!unknown) return
  throw new MigrationError(
    `The database was set up by an earlier build (${unknown.name}), which this release cannot upgrade: ` +
      'set DATABASE_URL to an empty database, or DATA_DIR to an empty folder',
  )
}

/** The oldest release that may serve on this schema; unlimited if the schema does not say. */
async function findOldestRelease(sql: Reader): Promise<number> {
  const [table] = await sql<{ exists: boolean }[]>`select to_regclass('oldest_release') is not null as exists`
  if (!table?.exists) return Number.POSITIVE_INFINITY
  const [row] = await sql<{ schemaVersion: number }[]>`select schema_version from oldest_release`
  return row?.schemaVersion ?? Number.POSITIVE_INFINITY
}

/** A merchant is copied column by column, and views show the columns of their tables as they were. */
async function requireNoMove(tx: Reader, migration: string): Promise<void> {
  const [table] = await tx<{ exists: boolean }[]>`select to_regclass('moves') is not null as exists`
  if (!table?.exists || !(await findOpenMove(tx))) return
  throw new MigrationError(
    `Migration ${migration} cannot run while a merchant moves to another cell, nothing was changed: ` +
      'wait for its end, or abort it with "counterfoil cells move --abort" of the release before',
  )
}

/** A migration that raises the oldest release rolls back while a node of an older release is running. */
async function requireNoOlderNodes(tx: Reader, migration: string): Promise<void> {
  const oldest = await findOldestRelease(tx)
  if (!Number.isFinite(oldest)) return
  const nodes = await listNodesBefore(tx, oldest)
  if (nodes.length === 0) return
  throw new MigrationError(
    `Migration ${migration} cannot run while nodes of an older release are running, nothing was changed: ` +
      `stop ${nodes.join(', ')} and start again`,
  )
}

/** The names of running nodes whose release is older than this schema version. */
export async function listNodesBefore(sql: Reader, schemaVersion: number): Promise<string[]> {
  const nodes = await sql<{ name: string }[]>`
    select name from nodes
    where schema_version < ${schemaVersion} and seen_at > clock_timestamp() - interval '20 seconds'
    order by name`
  return nodes.map(({ name }) => name)
}

export async function requirePostgres(db: Db): Promise<void> {
  const [row] = await db<{ version: number }[]>`select current_setting('server_version_num')::int as version`
  const major = Math.floor((row?.version ?? 0) / 10_000)
  if (major < MIN_POSTGRES_VERSION) {
    throw new MigrationError(
      `The database is PostgreSQL ${major}: set DATABASE_URL to PostgreSQL ${MIN_POSTGRES_VERSION} or later`,
    )
  }
}

export async function listMigrations(directory = DIRECTORY): Promise<Migration[]> {
  const files = (await readdir(directory)).filter((file) => /^\d{4}_\w+\.sql$/.test(file)).sort()
  return files.map((file) => ({
    version: Number(file.slice(0, 4)),
    name: file.slice(0, -'.sql'.length),
    url: new URL(file, directory),
  }))
}
