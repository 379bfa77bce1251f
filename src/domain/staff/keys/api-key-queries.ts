import type { ApiKey } from '@counterfoil/contract/admin/keys.ts'
import type { Static } from 'typebox'
import type { Db, Reader, Tx } from '../../../platform/database/db.ts'
import { insertion } from '../../../platform/database/sql.ts'
import type { PageRequest } from '../../../platform/input/paging.ts'
import type { Caller, Rights } from '../../actors/caller.ts'

export type KeyRecord = Static<typeof ApiKey>

/** Every column except the hash. */
const keyColumns = (sql: Reader) => sql`
  id, name, role, merchant_ids, partner_id, owner_id,
  (select staff.name from staff where staff.id = owner_id) as owner_name,
  created_by, created_at, expires_at, last_used_at, last_used_address`

type UsableKey = Omit<Caller, 'kind' | 'id'> & { id: string; lastUsedAt: string | null }

/** Finds a key that is neither revoked nor expired. */
export async function findUsableKeyByHash(sql: Reader, hash: Buffer, now: Date): Promise<UsableKey | null> {
  const [row] = await sql<UsableKey[]>`
    select id, name, role, merchant_ids, partner_id, last_used_at
    from api_keys
    where hash = ${hash} and revoked_at is null and (expires_at is null or expires_at > ${now})`
  return row ?? null
}

/** The rights of a key that is not revoked and had not expired at `usedAt`. They cannot change before this transaction ends. */
export async function lockKeyRights(tx: Tx, id: string, usedAt: Date): Promise<Rights | null> {
  const [row] = await tx<Rights[]>`
    select name, role, merchant_ids, partner_id from api_keys
    where id = ${id} and revoked_at is null and (expires_at is null or expires_at > ${usedAt})
    for share`
  return row ?? null
}

/** If several requests come at once, only one writes: the others find a use after `storedBefore`. */
export async function updateKeyUse(
  db: Db,
  id: string,
  { address, now, storedBefore }: { address: string; now: Date; storedBefore: Date },
): Promise<void> {
  await db`
    update api_keys set last_used_at = ${now}, last_used_address = ${address}
    where id = ${id} and (last_used_at is null or last_used_at <= ${storedBefore})`
}

export async function lockKey(
  tx: Tx,
  id: string,
): Promise<(KeyRecord & { revokedAt: string | null }) | null> {
  const [row] = await tx<(KeyRecord & { revokedAt: string | null })[]>`
    select ${keyColumns(tx)}, revoked_at from api_keys where id = ${id} for update`
  return row ?? null
}

/** The keys of a person that are not revoked. */
export function lockKeysOf(tx: Tx, ownerId: string): Promise<KeyRecord[]> {
  return tx<KeyRecord[]>`
    select ${keyColumns(tx)} from api_keys where owner_id = ${ownerId} and revoked_at is null order by id for update`
}

/** Keys that are not revoked. Expired keys are included. */
export function listKeys(
  sql: Reader,
  { limit, before }: PageRequest,
  ownerId: string | null = null,
): Promise<KeyRecord[]> {
  return sql<KeyRecord[]>`
    select ${keyColumns(sql)}
    from api_keys
    where revoked_at is null
      and (${ownerId}::uuid is null or owner_id = ${ownerId})
      and (${before}::uuid is null or id < ${before})
    order by id desc
    limit ${limit + 1}`
}

type NewKey = Pick<
  KeyRecord,
  'id' | 'name' | 'role' | 'merchantIds' | 'partnerId' | 'ownerId' | 'createdBy'
> & {
  expiresAt: Date | null
  hash: Buffer
}

export async function insertKey(tx: Tx, key: NewKey, now: Date): Promise<KeyRecord> {
  const [row] = await tx<KeyRecord[]>`
    insert into api_keys ${insertion({ ...key, createdAt: now })} returning ${keyColumns(tx)}`
  return row as KeyRecord
}

export async function updateKeyRevoked(tx: Tx, id: string, now: Date): Promise<void> {
  await tx`update api_keys set revoked_at = ${now} where id = ${id}`
}
