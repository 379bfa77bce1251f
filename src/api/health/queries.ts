import type { Reader } from '../../platform/database/db.ts'

/** Counts the connections of all nodes in the database: a pool knows only its own. */
export function listConnectionStates(sql: Reader): Promise<{ state: string; count: number }[]> {
  return sql<{ state: string; count: number }[]>`
    select coalesce(state, 'unknown') as state, count(*) as count
    from pg_stat_activity
    where application_name = current_setting('application_name')
    group by state`
}

export async function getDatabaseTimeMs(sql: Reader): Promise<number> {
  const [row] = await sql<[{ ms: number }]>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`
  return row.ms
}

export type ServingRules = {
  schemaVersion: number
  /** Releases with an older schema version must not serve. */
  oldestSchemaVersion: number
  /** Null before the first start. */
  secretsKeyCheck: Buffer | null
}

export async function getServingRules(sql: Reader): Promise<ServingRules> {
  const [row] = await sql<ServingRules[]>`
    select
      (select coalesce(max(version), 0) from schema_migrations) as schema_version,
      (select schema_version from oldest_release) as oldest_schema_version,
      (select secrets_key_check from installation) as secrets_key_check`
  return row as ServingRules
}
