import type { SignInSettings } from '@counterfoil/contract/admin/settings.ts'
import type { Static } from 'typebox'
import type { Reader, Tx } from '../../../platform/database/db.ts'

export type SettingsRecord = Static<typeof SignInSettings>

export async function findSettings(sql: Reader): Promise<SettingsRecord> {
  const [row] = await sql<SettingsRecord[]>`select second_factor_roles, updated_at from sign_in_settings`
  return row as SettingsRecord
}

export async function lockSettings(tx: Tx): Promise<SettingsRecord> {
  const [row] = await tx<SettingsRecord[]>`
    select second_factor_roles, updated_at from sign_in_settings for update`
  return row as SettingsRecord
}

export async function updateSettings(
  tx: Tx,
  { secondFactorRoles }: Pick<SettingsRecord, 'secondFactorRoles'>,
  now: Date,
): Promise<SettingsRecord> {
  const [row] = await tx<SettingsRecord[]>`
    update sign_in_settings set second_factor_roles = ${secondFactorRoles}, updated_at = ${now}
    returning second_factor_roles, updated_at`
  return row as SettingsRecord
}
