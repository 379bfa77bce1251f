import { join } from 'node:path'
import type { Config } from '../../platform/config.ts'
import { connect, type Db } from '../../platform/database/db.ts'
import {
  getSchemaState,
  MigrationError,
  requirePostgres,
  type SchemaState,
} from '../../platform/database/migrate.ts'
import { findRunning } from '../../platform/embedded/server.ts'
import { createVault } from '../../platform/secrets.ts'
import { describeConnectionFailure } from '../../process/connection-failure.ts'
import { requireOwnKeys } from '../../process/installation/claim-database.ts'
import { type Finding, ok, warning, wrong } from './finding.ts'
import { getServer } from './queries.ts'

const COMMIT_DEADLINE_MS = 3000
/** Our clock decides about tokens and signatures, the clock of the database about leases and versions. */
const MAX_GOOD_SKEW_MS = 1000
const MAX_USABLE_SKEW_MS = 30_000

/** Connects as the service does. Writes no row, and does not start the embedded database. */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  const url = config.databaseUrl ?? (await findRunning(join(config.dataDir, 'postgres')))?.url
  if (url === undefined)
    return [ok('database', `embedded in ${config.dataDir}, not running: the service starts it`)]
  return withConnection('database', 'DATABASE_URL', url, (db) => checkPrimary(db, config))
}

export async function checkReplica({ databaseReplicaUrl: url }: Config): Promise<Finding[]> {
  if (url === null) return []
  return withConnection('replica', 'DATABASE_REPLICA_URL', url, async (db) => [
    ok('replica', `PostgreSQL ${(await getServer(db)).version}`),
  ])
}

async function withConnection(
  part: string,
  setting: string,
  url: string,
  check: (db: Db) => Promise<Finding[]>,
): Promise<Finding[]> {
  let db: Db
  try {
    db = await connect(url, { name: 'counterfoil check-config', max: 1 })
  } catch (error) {
    return [wrong(part, describeConnectionFailure(error as Error, setting))]
  }
  try {
    return await check(db)
  } finally {
    await db.end({ timeout: 1 })
  }
}

async function checkPrimary(db: Db, config: Config): Promise<Finding[]> {
  const startedAtMs = Date.now()
  const { version, nowMs } = await getServer(db)
  const endedAtMs = Date.now()
  const uncertainty = (endedAtMs - startedAtMs) / 2
  const skewMs = Math.max(0, Math.abs(nowMs - startedAtMs - uncertainty) - uncertainty)
  const tooOld = await requirePostgres(db).catch((error: Error) => error)
  if (tooOld) return [wrong('database', tooOld.message)]
  const schema = await getSchemaState(db).catch((error: Error) => error)
  if (schema instanceof MigrationError)
    return [await checkCommit(db, version), wrong('schema', schema.message)]
  if (schema instanceof Error) throw schema
  return [
    await checkCommit(db, version),
    describeSchema(schema),
    await checkKeys(db, schema, config),
    describeSkew(skewMs),
  ]
}

async function checkCommit(db: Db, version: string): Promise<Finding> {
  return db.requireCommit(COMMIT_DEADLINE_MS).then(
    () => ok('database', `PostgreSQL ${version}`),
    () =>
      wrong(
        'database',
        `PostgreSQL ${version} does not commit: set DATABASE_URL to the primary, and check that it is not read-only and that its synchronous standbys run`,
      ),
  )
}

function describeSchema({ current, latest, oldestRelease }: SchemaState): Finding {
  if (current === latest) return ok('schema', `version ${current}`)
  if (current === 0) return ok('schema', 'none yet: the service creates it')
  if (current < latest)
    return warning(
      'schema',
      `version ${current}, and this release needs ${latest}: the next start or "counterfoil migrate" updates it`,
    )
  if (oldestRelease <= latest)
    return warning('schema', `version ${current}, newer than this release (${latest}), which may still serve`)
  return wrong('schema', `version ${current}, and this release knows ${latest}: start a newer release`)
}

/** Compares the keys only on the schema of this release, because other schemas may not say which key the database has. */
async function checkKeys(
  db: Db,
  { current, latest }: SchemaState,
  { secretsKey, previousSecretsKey }: Config,
): Promise<Finding> {
  if (secretsKey === null) return ok('secrets key', 'a file in DATA_DIR')
  if (current !== latest) return ok('secrets key', 'can be read; not compared with the database')
  return requireOwnKeys(db, createVault(secretsKey, previousSecretsKey)).then(
    () => ok('secrets key', 'fits the database'),
    (error: Error) => wrong('secrets key', error.message),
  )
}

export function describeSkew(skewMs: number): Finding {
  const seconds = `${(skewMs / 1000).toFixed(1)} s`
  if (skewMs <= MAX_GOOD_SKEW_MS) return ok('clock', 'agrees with the database')
  const message = `differs from that of the database by ${seconds}: synchronize both with NTP`
  return skewMs <= MAX_USABLE_SKEW_MS ? warning('clock', message) : wrong('clock', message)
}
