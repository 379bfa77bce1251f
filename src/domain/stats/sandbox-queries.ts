import type { Reader } from '../../platform/database/db.ts'
import { isAnyOf } from '../actors/own-rows-queries.ts'
import type { DayOfRefusals, StatsFilter } from './queries.ts'

// Rows of a test partner are not rolled up or tallied. Its stats are counted from its rows, which are few.

export type Sandbox = { id: string; clockOffsetMs: number }

/** The test partner of the filter: the partner itself, or the one to whose sandbox all the merchants belong. */
export async function findSandbox(
  sql: Reader,
  { merchantIds, partnerIds }: Pick<StatsFilter, 'merchantIds' | 'partnerIds'>,
): Promise<Sandbox | null> {
  if (merchantIds === null && partnerIds === null) return null
  const [row] = await sql<Sandbox[]>`
    select id, clock_offset_ms from partners
    where mode = 'test' and (
      id = any (${partnerIds ?? []}::uuid[])
      or id = (
        select min(sandbox_id::text)::uuid from merchants where id = any (${merchantIds ?? []}::uuid[])
        having count(*) = count(sandbox_id) and count(distinct sandbox_id) = 1)
    )
    order by id
    limit 1`
  return row ?? null
}

export function countTestRefusalsByDay(
  sql: Reader,
  { from, to, sandboxId, merchantIds, partnerIds }: StatsFilter,
): Promise<DayOfRefusals[]> {
  return sql<DayOfRefusals[]>`
    select utc_day(at)::text as day, code as reason, count(*)
    from refusals
    where partner_id = ${sandboxId} and at >= ${from} and at < ${to}
      and ${isAnyOf(sql, 'merchant_id', merchantIds)} and ${isAnyOf(sql, 'partner_id', partnerIds)}
    group by 1, 2`
}
