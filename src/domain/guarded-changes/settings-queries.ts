import type { Reader, Tx } from '../../platform/database/db.ts'

export type ApprovalSettingsRecord = { isRequired: boolean; version: number; updatedAt: string }

const columns = (sql: Reader) => sql`is_required, version, updated_at`

export async function getApprovalSettings(sql: Reader): Promise<ApprovalSettingsRecord> {
  const [row] = await sql<[ApprovalSettingsRecord]>`select ${columns(sql)} from approval_settings`
  return row
}

export async function lockApprovalSettings(tx: Tx): Promise<ApprovalSettingsRecord> {
  const [row] = await tx<[ApprovalSettingsRecord]>`select ${columns(tx)} from approval_settings for update`
  return row
}

export async function updateApprovalSettings(
  tx: Tx,
  isRequired: boolean,
  now: Date,
): Promise<ApprovalSettingsRecord> {
  const [row] = await tx<[ApprovalSettingsRecord]>`
    update approval_settings set is_required = ${isRequired}, version = version + 1, updated_at = ${now}
    returning ${columns(tx)}`
  return row
}

/** The owners of a record: null if it belongs to no merchant or no partner. */
export type Owners = { merchantId: string | null; partnerId: string | null }

/** Whether changes to records of these owners need approval. Test merchants and test partners are exempt. */
export async function isApprovalRequired(sql: Reader, { merchantId, partnerId }: Owners): Promise<boolean> {
  const [row] = await sql<[{ isRequired: boolean }]>`
    select is_required
      and not exists (select from merchants where id = ${merchantId} and mode = 'test')
      and not exists (select from partners where id = ${partnerId} and mode = 'test') as is_required
    from approval_settings`
  return row.isRequired
}

/** Admins who can decide: active, and they have signed in. */
export async function countAbleAdmins(sql: Reader): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count
    from staff
    where role = 'admin' and is_active
      and (
        exists (select from staff_passwords where staff_id = staff.id)
        or exists (select from audit_log where target = 'staff:' || staff.id and action = 'session.create')
      )`
  return row.count
}
