import type { Passkey } from '@counterfoil/contract/session/passkeys.ts'
import type { Static } from 'typebox'
import type { Reader, Tx } from '../../../platform/database/db.ts'
import { insertion } from '../../../platform/database/sql.ts'

export type PasskeyView = Static<typeof Passkey>

export type PasskeyRecord = {
  id: string
  staffId: string
  credentialId: string
  publicKey: Buffer
  signCount: number
  transports: string[]
}

const viewColumns = (sql: Reader) => sql`id, name, created_at, last_used_at`

/** Finds a passkey if its member can still sign in. */
export async function findPasskeyByCredential(
  sql: Reader,
  credentialId: string,
): Promise<PasskeyRecord | null> {
  const [row] = await sql<PasskeyRecord[]>`
    select staff_passkeys.id, staff_id, credential_id, public_key, sign_count::float8 as sign_count, transports
    from staff_passkeys join staff on staff.id = staff_id
    where credential_id = ${credentialId} and is_active`
  return row ?? null
}

export function listPasskeysOf(sql: Reader, staffId: string): Promise<PasskeyView[]> {
  return sql<PasskeyView[]>`
    select ${viewColumns(sql)} from staff_passkeys where staff_id = ${staffId} order by created_at, id`
}

export function listCredentialsOf(
  sql: Reader,
  staffId: string,
): Promise<Pick<PasskeyRecord, 'credentialId' | 'transports'>[]> {
  return sql<Pick<PasskeyRecord, 'credentialId' | 'transports'>[]>`
    select credential_id, transports from staff_passkeys where staff_id = ${staffId}`
}

export async function insertPasskey(
  tx: Tx,
  passkey: PasskeyRecord & { name: string },
  now: Date,
): Promise<PasskeyView> {
  const [row] = await tx<PasskeyView[]>`
    insert into staff_passkeys ${insertion({ ...passkey, createdAt: now })} returning ${viewColumns(tx)}`
  return row as PasskeyView
}

/** Returns false if the passkey was removed in the meantime. */
export async function updatePasskeyUse(tx: Tx, id: string, signCount: number, now: Date): Promise<boolean> {
  const { count } = await tx`
    update staff_passkeys set sign_count = ${signCount}, last_used_at = ${now} where id = ${id}`
  return count === 1
}

export async function updatePasskeyName(
  tx: Tx,
  staffId: string,
  id: string,
  name: string,
): Promise<PasskeyView | null> {
  const [row] = await tx<PasskeyView[]>`
    update staff_passkeys set name = ${name} where staff_id = ${staffId} and id = ${id} returning ${viewColumns(tx)}`
  return row ?? null
}

export async function deletePasskey(tx: Tx, staffId: string, id: string): Promise<boolean> {
  const { count } = await tx`delete from staff_passkeys where staff_id = ${staffId} and id = ${id}`
  return count === 1
}

export async function deletePasskeysOf(tx: Tx, staffId: string): Promise<void> {
  await tx`delete from staff_passkeys where staff_id = ${staffId}`
}
