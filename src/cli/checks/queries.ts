import type { Reader } from '../../platform/database/db.ts'

export type Server = { version: string; nowMs: number }

/** `version` without the name of the distribution. */
export async function getServer(sql: Reader): Promise<Server> {
  const [row] = await sql<Server[]>`
    select split_part(current_setting('server_version'), ' ', 1) as version,
      (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms`
  return row as Server
}
