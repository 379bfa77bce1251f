import type { Reader } from '../../platform/database/db.ts'
import type { ViewedMerchant } from './scope.ts'

export type ScopedMerchant = ViewedMerchant & { name: string }

/** Lists the merchants of a sandbox by name, or the live ones if `sandboxId` is null. */
export function listActiveMerchants(sql: Reader, sandboxId: string | null): Promise<ScopedMerchant[]> {
  return sql<ScopedMerchant[]>`
    select id, name, category, sandbox_id from merchants
    where is_active and sandbox_id is not distinct from ${sandboxId}::uuid
    order by lower(name), id`
}

export async function countUsersOf(sql: Reader, partnerId: string): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) from users where partner_id = ${partnerId} and anonymized_at is null`
  return row.count
}
