import type { Db, Reader, Tx } from '../../../platform/database/db.ts'
import { deletionBefore } from '../../../platform/database/deletion-before.ts'
import { insertion } from '../../../platform/database/sql.ts'
import { memberHasFactor, type StaffRecord } from '../members/member-queries.ts'

export type SignInMethod = 'PASSWORD' | 'PASSKEY' | 'SSO'

export type SessionRecord = Pick<
  StaffRecord,
  'email' | 'name' | 'role' | 'merchantIds' | 'partnerId' | 'language'
> & {
  id: string
  staffId: string
  method: SignInMethod
  provedAt: string | null
  /** Whether the role needs a second factor and the member has none. A passkey and single sign-on count as two factors. */
  mustAddFactor: boolean
  lastUsedAt: string
  expiresAt: string
}

export type ListedSession = Pick<SessionRecord, 'id' | 'method' | 'lastUsedAt' | 'expiresAt'> & {
  device: string | null
  address: string
  createdAt: string
}

/** Finds a session that has not ended. `unusedSince` is the earliest last use that keeps a session open. */
export async function findSession(
  sql: Reader,
  tokenHash: Buffer,
  now: Date,
  unusedSince: Date,
): Promise<SessionRecord | null> {
  const [row] = await sql<SessionRecord[]>`
    select staff_sessions.id, staff_id, method, proved_at, email, name, role, merchant_ids, partner_id, language,
      last_used_at, expires_at,
      method = 'PASSWORD'
        and role = any ((select second_factor_roles from sign_in_settings)::text[])
        and not ${memberHasFactor(sql)} as must_add_factor
    from staff_sessions join staff on staff.id = staff_id
    where token_hash = ${tokenHash} and expires_at > ${now} and last_used_at > ${unusedSince} and is_active`
  return row ?? null
}

/** The sessions of a member that have not ended, the last used first. */
export function listSessionsOf(
  sql: Reader,
  staffId: string,
  now: Date,
  unusedSince: Date,
): Promise<ListedSession[]> {
  return sql<ListedSession[]>`
    select id, method, device, address, created_at, last_used_at, expires_at
    from staff_sessions
    where staff_id = ${staffId} and expires_at > ${now} and last_used_at > ${unusedSince}
    order by last_used_at desc, id`
}

export async function insertSession(
  tx: Tx,
  session: {
    id: string
    tokenHash: Buffer
    staffId: string
    method: SignInMethod
    device: string | null
    address: string
    provedAt: Date | null
    expiresAt: Date
  },
  now: Date,
): Promise<void> {
  const times = { createdAt: now, lastUsedAt: now }
  await tx`insert into staff_sessions ${insertion({ ...session, ...times })}`
}

export async function updateSessionUse(db: Db, tokenHash: Buffer, now: Date): Promise<void> {
  await db`update staff_sessions set last_used_at = ${now} where token_hash = ${tokenHash} and last_used_at < ${now}`
}

/** Continues the session under a new token. Returns false if it has ended in the meantime. */
export async function updateSessionProof(
  tx: Tx,
  tokenHash: Buffer,
  newTokenHash: Buffer,
  now: Date,
): Promise<boolean> {
  const { count } = await tx`
    update staff_sessions set token_hash = ${newTokenHash}, proved_at = ${now}, last_used_at = ${now}
    where token_hash = ${tokenHash}`
  return count === 1
}

/** Returns the member whose session ended; null if there was none. */
export async function deleteSession(tx: Tx, tokenHash: Buffer): Promise<string | null> {
  const [row] = await tx<{ staffId: string }[]>`
    delete from staff_sessions where token_hash = ${tokenHash} returning staff_id`
  return row?.staffId ?? null
}

export async function deleteSessionOf(tx: Tx, staffId: string, id: string): Promise<boolean> {
  const { count } = await tx`delete from staff_sessions where staff_id = ${staffId} and id = ${id}`
  return count === 1
}

/** Returns the number of ended sessions. `exceptId` is a session that continues. */
export async function deleteSessionsOf(
  tx: Tx,
  staffId: string,
  exceptId: string | null = null,
): Promise<number> {
  const { count } = await tx`
    delete from staff_sessions where staff_id = ${staffId} and (${exceptId}::uuid is null or id <> ${exceptId})`
  return count
}

/** Keeps the sessions that were used last, and deletes the others. Returns how many of these had not ended. */
export async function deleteSessionsBeyond(
  tx: Tx,
  staffId: string,
  { max, now, unusedSince }: { max: number; now: Date; unusedSince: Date },
): Promise<number> {
  const { count } = await tx`
    delete from staff_sessions where id in (
      select id from staff_sessions
      where staff_id = ${staffId} and expires_at > ${now} and last_used_at > ${unusedSince}
      order by last_used_at desc, id desc offset ${max}
    )`
  return count
}

export const deleteSessionsEndedBefore = deletionBefore('staff_sessions', 'expires_at')
