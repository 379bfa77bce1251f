import type { Reader } from '../../platform/database/db.ts'

export type ScopedMerchant = { id: string; name: string; category: string }

/** By name. */
export function listActiveMerchants(sql: Reader): Promise<ScopedMerchant[]> {
  return sql<ScopedMerchant[]>`
    select id, name, category from merchants where is_active order by lower(name), id`
}

export async function countUsersOf(sql: Reader, partnerId: string): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) from users where partner_id = ${partnerId} and anonymized_at is null`
  return row.count
}
