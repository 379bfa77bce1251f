import type { Reader, Tx } from '../../../platform/database/db.ts'
import { deletionBefore } from '../../../platform/database/deletion-before.ts'
import { canonicalEmail } from '../../../platform/input/canonical-email.ts'
import { memberHasFactor, type StaffRecord } from '../members/member-queries.ts'

export type LinkPurpose = 'INVITE' | 'RESET' | 'FIRST_ADMIN'

export type LinkRecord = {
  purpose: LinkPurpose
  staffId: string | null
  email: string | null
  name: string | null
  role: StaffRecord['role'] | null
  expiresAt: string
}

export type Credentials = { id: string; isActive: boolean; passwordHash: string | null; hasFactor: boolean }

export async function findCredentialsByEmail(sql: Reader, email: string): Promise<Credentials | null> {
  const [row] = await sql<Credentials[]>`
    select id, is_active, staff_passwords.hash as password_hash,
      ${memberHasFactor(sql)} as has_factor
    from staff left join staff_passwords on staff_passwords.staff_id = staff.id
    where canonical_email = ${canonicalEmail(email)}`
  return row ?? null
}

export async function findPasswordHash(sql: Reader, staffId: string): Promise<string | null> {
  const [row] = await sql<{ hash: string }[]>`select hash from staff_passwords where staff_id = ${staffId}`
  return row?.hash ?? null
}

export async function upsertPassword(tx: Tx, staffId: string, hash: string, now: Date): Promise<void> {
  await tx`
    insert into staff_passwords (staff_id, hash, changed_at) values (${staffId}, ${hash}, ${now})
    on conflict (staff_id) do update set hash = excluded.hash, changed_at = excluded.changed_at`
}

/** Finds a link that can be used now. The link of the first admin ends when there is an admin. */
export async function findLink(sql: Reader, tokenHash: Buffer, now: Date): Promise<LinkRecord | null> {
  const [row] = await sql<LinkRecord[]>`
    select purpose, staff_id, email, name, role, expires_at
    from sign_in_links left join staff on staff.id = staff_id
    where token_hash = ${tokenHash} and expires_at > ${now} and is_active is not false
      and (purpose <> 'FIRST_ADMIN' or not exists (select from staff as admins where admins.role = 'admin'))`
  return row ?? null
}

/** Replaces the previous link of the member, or of the first admin. */
export async function replaceLink(
  tx: Tx,
  link: { tokenHash: Buffer; purpose: LinkPurpose; staffId: string | null; expiresAt: Date },
  now: Date,
): Promise<void> {
  await tx`delete from sign_in_links where staff_id is not distinct from ${link.staffId}::uuid`
  await tx`
    insert into sign_in_links (token_hash, purpose, staff_id, created_at, expires_at)
    values (${link.tokenHash}, ${link.purpose}, ${link.staffId}, ${now}, ${link.expiresAt})`
}

/** Returns false if another request has used the link in the meantime. */
export async function deleteLink(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const { count } = await tx`delete from sign_in_links where token_hash = ${tokenHash}`
  return count === 1
}

export async function deleteLinksOf(tx: Tx, staffId: string): Promise<void> {
  await tx`delete from sign_in_links where staff_id = ${staffId}`
}

export const deleteLinksEndedBefore = deletionBefore('sign_in_links', 'expires_at')
