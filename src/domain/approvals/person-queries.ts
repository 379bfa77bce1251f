import type { Tx } from '../../platform/database/db.ts'
import type { Caller } from '../actors/caller.ts'

type Rights = Pick<Caller, 'name' | 'role' | 'merchantIds' | 'partnerId'>

/** The rights of an active staff member as of now. They cannot change before this transaction ends. */
export async function lockActiveMember(tx: Tx, id: string): Promise<Rights | null> {
  const [row] = await tx<Rights[]>`
    select name, role, merchant_ids, partner_id from staff where id = ${id} and is_active for share`
  return row ?? null
}

/** The rights of an API key that was not revoked. A key that has expired since could make the request. */
export async function lockKeyRights(tx: Tx, id: string): Promise<Rights | null> {
  const [row] = await tx<Rights[]>`
    select name, role, merchant_ids, partner_id from api_keys where id = ${id} and revoked_at is null for share`
  return row ?? null
}
