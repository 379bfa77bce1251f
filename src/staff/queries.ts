import type { Caller } from '../auth/staff.ts'
import type { Reader } from '../db.ts'

export async function findActiveKeyByHash(sql: Reader, hash: Buffer): Promise<Omit<Caller, 'kind'> | null> {
  const [row] = await sql<Omit<Caller, 'kind'>[]>`
    select id, name, role, merchant_id, partner_id
    from api_keys
    where hash = ${hash} and revoked_at is null`
  return row ?? null
}
