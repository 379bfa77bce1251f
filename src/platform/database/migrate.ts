/** Applies the files in migrations/ in their order, each one once. */
import { readdir, readFile } from 'node:fs/promises'
import type { Db, Reader } from './db.ts'

const DIRECTORY = new URL('../../../migrations/', import.meta.url)
const MIN_POSTGRES_VERSION = 15
/** An arbitrary number that every node uses ("counterfoil" as positions in the alphabet). */
const MIGRATION_LOCK = 315_211_420

export class MigrationError extends Error {}

type Migration = { version: number; name: string }

/**
 * Brings the schema up to date and returns the applied migrations. Each one runs in its own transaction under an
 * advisory lock, so nodes that start together wait for each other. The lock belongs to the transaction, because behind
 * PgBouncer we do not own a session.
 */
export async function migrate(db: Db): Promise<string[]> {
  await requirePostgres(db)
  const migrations = await listMigrations()
  const applied: string[] = []
  for (;;) {
    const name = await applyNext(db, migrations)
    if (name === null) return applied
    applied.push(name)
  }
}

/**
 * For commands, which may run beside a service of another release: sets up an empty database, and throws if a database
 * in use has an older schema. Only `counterfoil migrate` and the start of the service migrate that one.
 */
export async function migrateIfEmpty(db: Db): Promise<string[]> {
  const [current, latest] = [(await isEmpty(db)) ? 0 : await currentVersion(db), await latestVersion()]
  if (current === 0 || current >= latest) return migrate(db)
  throw new MigrationError(
    `The database is at schema version ${current}, this release needs ${latest}: run "counterfoil migrate" first`,
  )
}

/** The schema version of this release. */
export async function latestVersion(): Promise<number> {
  return (await listMigrations()).at(-1)?.version ?? 0
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

async function applyNext(db: Db, migrations: Migration[]): Promise<string | null> {
  return db.begin(async (tx) => {
    // Another node may be migrating, and a large table may take long.
    await tx.extendDeadline(null)
    await tx`select pg_advisory_xact_lock(${MIGRATION_LOCK})`
    await tx`
      create table if not exists schema_migrations (
        version integer primary key,
        name text not null,
        applied_at timestamptz not null default now()
      )`
    const current = await currentVersion(tx)
    const latest = migrations.at(-1)?.version ?? 0
    if (current > latest) {
      throw new MigrationError(
        `The database is at schema version ${current}, this release knows ${latest}: start a newer release`,
      )
    }
    const next = migrations.find(({ version }) => version > current)
    if (!next) return null
    await tx.unsafe(await readFile(new URL(`${next.name}.sql`, DIRECTORY), 'utf8'))
    await tx`insert into schema_migrations (version, name) values (${next.version}, ${next.name})`
    return next.name
  })
}

async function requirePostgres(db: Db): Promise<void> {
  const [row] = await db<{ version: number }[]>`select current_setting('server_version_num')::int as version`
  const major = Math.floor((row?.version ?? 0) / 10_000)
  if (major < MIN_POSTGRES_VERSION) {
    throw new MigrationError(
      `The database is PostgreSQL ${major}: set DATABASE_URL to PostgreSQL ${MIN_POSTGRES_VERSION} or later`,
    )
  }
}

async function listMigrations(): Promise<Migration[]> {
  const files = (await readdir(DIRECTORY)).filter((file) => /^\d{4}_\w+\.sql$/.test(file)).sort()
  return files.map((file) => ({ version: Number(file.slice(0, 4)), name: file.slice(0, -'.sql'.length) }))
}
