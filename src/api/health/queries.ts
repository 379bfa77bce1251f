import type { Reader } from '../../platform/database/db.ts'

/** Counts the connections of all nodes in the database: a pool knows only its own. */
export function listConnectionStates(sql: Reader): Promise<{ state: string; count: number }[]> {
  return sql<{ state: string; count: number }[]>`
    select coalesce(state, 'unknown') as state, count(*) as count
    from pg_stat_activity
    where application_name = current_setting('application_name')
    group by state`
}
