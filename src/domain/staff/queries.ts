import type { ApiKey } from '@counterfoil/contract/admin-keys.ts'
import type { StaffMember } from '@counterfoil/contract/admin-staff.ts'
import type { Static } from 'typebox'
import type { Reader, Tx } from '../../platform/database/db.ts'
import { assignments, insertion } from '../../platform/database/sql.ts'
import type { PageRequest } from '../../platform/input/paging.ts'
import type { Caller } from './caller.ts'

export type KeyRecord = Static<typeof ApiKey>
export type StaffRecord = Static<typeof StaffMember>
export type StaffFields = Omit<StaffRecord, 'id' | 'createdAt' | 'updatedAt' | 'version'>

/** Every column except the hash. */
const keyColumns = (sql: Reader) => sql`id, name, role, merchant_id, partner_id, created_at`

export async function findActiveKeyByHash(sql: Reader, hash: Buffer): Promise<Omit<Caller, 'kind'> | null> {
  const [row] = await sql<Omit<Caller, 'kind'>[]>`
    select id, name, role, merchant_id, partner_id
    from api_keys
    where hash = ${hash} and revoked_at is null`
  return row ?? null
}

export async function lockKey(
  tx: Tx,
  id: string,
): Promise<(KeyRecord & { revokedAt: string | null }) | null> {
  const [row] = await tx<(KeyRecord & { revokedAt: string | null })[]>`
    select ${keyColumns(tx)}, revoked_at from api_keys where id = ${id} for update`
  return row ?? null
}

export function listActiveKeys(sql: Reader, { limit, before }: PageRequest): Promise<KeyRecord[]> {
  return sql<KeyRecord[]>`
    select ${keyColumns(sql)}
    from api_keys
    where revoked_at is null
      and (${before}::uuid is null or id < ${before})
    order by id desc
    limit ${limit + 1}`
}

export async function insertKey(
  tx: Tx,
  key: Omit<KeyRecord, 'createdAt'> & { hash: Buffer },
  now: Date,
): Promise<KeyRecord> {
  const [row] = await tx<KeyRecord[]>`
    insert into api_keys ${insertion({ ...key, createdAt: now })} returning ${keyColumns(tx)}`
  return row as KeyRecord
}

export async function updateKeyRevoked(tx: Tx, id: string, now: Date): Promise<void> {
  await tx`update api_keys set revoked_at = ${now} where id = ${id}`
}

const staffColumns = (sql: Reader) => sql`
  id, email, name, role, merchant_id, partner_id, is_active, created_at, updated_at, version`

export async function findStaffMember(sql: Reader, id: string): Promise<StaffRecord | null> {
  const [row] = await sql<StaffRecord[]>`select ${staffColumns(sql)} from staff where id = ${id}`
  return row ?? null
}

export async function lockStaffMember(tx: Tx, id: string): Promise<StaffRecord | null> {
  const [row] = await tx<StaffRecord[]>`select ${staffColumns(tx)} from staff where id = ${id} for update`
  return row ?? null
}

export function listStaff(
  sql: Reader,
  { limit, before }: PageRequest,
  pattern: string | null,
): Promise<StaffRecord[]> {
  return sql<StaffRecord[]>`
    select ${staffColumns(sql)}
    from staff
    where (${before}::uuid is null or id < ${before})
      and (${pattern}::text is null or concat_ws(' ', email, name) ilike ${pattern})
    order by id desc
    limit ${limit + 1}`
}

export async function insertStaffMember(
  tx: Tx,
  member: StaffFields & { id: string },
  now: Date,
): Promise<StaffRecord> {
  const [row] = await tx<StaffRecord[]>`
    insert into staff ${insertion({ ...member, createdAt: now, updatedAt: now })} returning ${staffColumns(tx)}`
  return row as StaffRecord
}

export async function updateStaffMember(
  tx: Tx,
  id: string,
  changes: Partial<StaffFields>,
  now: Date,
): Promise<StaffRecord> {
  const [row] = await tx<StaffRecord[]>`
    update staff
    set ${assignments({ ...changes, updatedAt: now })}, version = version + 1
    where id = ${id}
    returning ${staffColumns(tx)}`
  return row as StaffRecord
}
