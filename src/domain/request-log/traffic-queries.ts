import type { RECORDED_SURFACES } from '@counterfoil/contract/admin/requests.ts'
import { columnsOf } from '../../platform/database/array-literal.ts'
import type { Reader, Tx } from '../../platform/database/db.ts'

type Surface = (typeof RECORDED_SURFACES)[number]

export type Arrival = { partnerId: string; surface: Surface; at: string }

/** The arrivals are sorted, so that two nodes lock the rows in the same order. */
export async function upsertArrivals(tx: Tx, arrivals: Arrival[]): Promise<void> {
  const each = columnsOf(
    arrivals.toSorted((a, b) => `${a.partnerId} ${a.surface}`.localeCompare(`${b.partnerId} ${b.surface}`)),
  )
  await tx`
    insert into partner_traffic (partner_id, surface, last_at)
    select t.partner_id, t.surface, t.at
    from unnest(
      ${each(({ partnerId }) => partnerId)}::uuid[],
      ${each(({ surface }) => surface)}::text[],
      ${each(({ at }) => at)}::timestamptz[]
    ) as t (partner_id, surface, at)
    join partners on partners.id = t.partner_id
    on conflict (partner_id, surface) do update
    set last_at = greatest(partner_traffic.last_at, excluded.last_at)`
}

/** When something of the partner was last accepted on each surface. */
export async function findLastArrivals(
  sql: Reader,
  partnerId: string,
): Promise<Partial<Record<Surface, string>>> {
  const rows = await sql<{ surface: Surface; lastAt: string }[]>`
    select surface, last_at from partner_traffic where partner_id = ${partnerId}`
  return Object.fromEntries(rows.map(({ surface, lastAt }) => [surface, lastAt]))
}
