import type { Reader } from '../../platform/database/db.ts'

/** The driver does not tell how its pool fares; the database does. */
export function listConnectionStates(sql: Reader): Promise<{ state: string; count: number }[]> {
  return sql<{ state: string; count: number }[]>`
    select coalesce(state, 'unknown') as state, count(*) as count
    from pg_stat_activity
    where application_name = current_setting('application_name')
    group by state`
}
