import type { StaffMember } from '@counterfoil/contract/admin/staff.ts'
import type { Static } from 'typebox'
import type { Reader, Tx } from '../../../platform/database/db.ts'
import { assignments, insertion } from '../../../platform/database/sql.ts'
import type { PageRequest } from '../../../platform/input/paging.ts'
import type { Rights } from '../../actors/caller.ts'

export type StaffRecord = Static<typeof StaffMember>
export type StaffFields = Omit<
  StaffRecord,
  'id' | 'isInvited' | 'lastSignInAt' | 'hasSecondFactor' | 'createdAt' | 'updatedAt' | 'version'
>

/** Members with a password or with a session so far have signed in: single sign-on needs no password. */
const isInvited = (sql: Reader) => sql`(
  is_active
  and not exists (select from staff_passwords where staff_passwords.staff_id = staff.id)
  and not exists (
    select from audit_log where target = 'staff:' || staff.id and action = 'session.create'
  ))`

/** Whether the member has a second factor, for a query that reads `staff`. */
export const memberHasFactor = (sql: Reader) => sql`(
  exists (select from staff_totp where staff_totp.staff_id = staff.id and confirmed_at is not null)
  or exists (select from staff_passkeys where staff_passkeys.staff_id = staff.id))`

/** Sessions are deleted when they end, the entry of a sign-in is not. */
const lastSignInAt = (sql: Reader) => sql`(
  select at from audit_log where target = 'staff:' || staff.id and action = 'session.create' order by id desc limit 1)`

const staffColumns = (sql: Reader) => sql`
  id, email, name, role, merchant_ids, partner_id, language, is_active, ${isInvited(sql)} as is_invited,
  ${lastSignInAt(sql)} as last_sign_in_at, ${memberHasFactor(sql)} as has_second_factor, created_at, updated_at, version`

export async function findStaffMember(sql: Reader, id: string): Promise<StaffRecord | null> {
  const [row] = await sql<StaffRecord[]>`select ${staffColumns(sql)} from staff where id = ${id}`
  return row ?? null
}

/** The rights of an active member. They cannot change before this transaction ends. */
export async function lockMemberRights(tx: Tx, id: string): Promise<Rights | null> {
  const [row] = await tx<Rights[]>`
    select name, role, merchant_ids, partner_id from staff where id = ${id} and is_active for share`
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
