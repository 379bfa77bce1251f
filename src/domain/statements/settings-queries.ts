import type { StatementSettings } from '@counterfoil/contract/admin/statements.ts'
import type { Static } from 'typebox'
import type { Reader, Tx } from '../../platform/database/db.ts'

export type SettingsRecord = Static<typeof StatementSettings>

const columns = (sql: Reader) => sql`
  json_build_object('name', issuer_name, 'addressLines', issuer_address_lines,
    'registrationNumber', issuer_registration_number, 'logoPath', issuer_logo_path) as issuer,
  close_on_day, updated_at`

export async function getSettings(sql: Reader): Promise<SettingsRecord> {
  const [row] = await sql<[SettingsRecord]>`select ${columns(sql)} from statement_settings`
  return row
}

export async function lockSettings(tx: Tx): Promise<SettingsRecord> {
  const [row] = await tx<[SettingsRecord]>`select ${columns(tx)} from statement_settings for update`
  return row
}

export async function updateSettings(
  tx: Tx,
  { issuer, closeOnDay }: Omit<SettingsRecord, 'updatedAt'>,
  now: Date,
): Promise<SettingsRecord> {
  const [row] = await tx<[SettingsRecord]>`
    update statement_settings
    set issuer_name = ${issuer.name}, issuer_address_lines = ${issuer.addressLines},
      issuer_registration_number = ${issuer.registrationNumber}, issuer_logo_path = ${issuer.logoPath},
      close_on_day = ${closeOnDay}, updated_at = ${now}
    returning ${columns(tx)}`
  return row
}
