import type { Reader } from '../../platform/database/db.ts'
import { type DayOfRefusals, equalsAll, type StatsFilter } from './queries.ts'

// Rows of a test partner are not rolled up or tallied. Its stats are counted from its rows, which are few.

export type Sandbox = { id: string; clockOffsetMs: number }

/** The test partner of the filter: the partner itself, or the one to whose sandbox the merchant belongs. */
export async function findSandbox(
  sql: Reader,
  { merchantIds, partnerIds }: Pick<StatsFilter, 'merchantIds' | 'partnerIds'>,
): Promise<Sandbox | null> {
  if (merchantIds.length + partnerIds.length === 0) return null
  const [row] = await sql<Sandbox[]>`
    select id, clock_offset_ms from partners
    where mode = 'test' and (
      id = any (${partnerIds}::uuid[])
      or id in (select sandbox_id from merchants where id = any (${merchantIds}::uuid[]))
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
      and ${equalsAll(sql, 'merchant_id', merchantIds)} and ${equalsAll(sql, 'partner_id', partnerIds)}
    group by 1, 2`
}
