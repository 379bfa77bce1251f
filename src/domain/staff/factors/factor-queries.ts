import type { Reader, Tx } from '../../../platform/database/db.ts'

export type TotpRecord = { secret: Buffer; lastStep: number | null; confirmedAt: string | null }
export type FactorCounts = {
  hasPassword: boolean
  totpSince: string | null
  passkeys: number
  recoveryCodesLeft: number
}

export async function findFactors(sql: Reader, staffId: string): Promise<FactorCounts> {
  const [row] = await sql<FactorCounts[]>`
    select
      exists (select from staff_passwords where staff_id = ${staffId}) as has_password,
      (select confirmed_at from staff_totp where staff_id = ${staffId}) as totp_since,
      (select count(*)::int from staff_passkeys where staff_id = ${staffId}) as passkeys,
      (select count(*)::int from staff_recovery_codes where staff_id = ${staffId}) as recovery_codes_left`
  return row as FactorCounts
}

export async function lockTotp(tx: Tx, staffId: string): Promise<TotpRecord | null> {
  const [row] = await tx<TotpRecord[]>`
    select secret, last_step::float8 as last_step, confirmed_at
    from staff_totp where staff_id = ${staffId} for update`
  return row ?? null
}

/** `sealedWith` is the id of the key that encrypted the secret. */
export type SealedTotp = { secret: Buffer; sealedWith: string }

/** Replaces a secret that was never confirmed. Returns false if one is confirmed. */
export async function upsertTotp(tx: Tx, staffId: string, totp: SealedTotp, now: Date): Promise<boolean> {
  const { count } = await tx`
    insert into staff_totp (staff_id, secret, sealed_with, created_at)
    values (${staffId}, ${totp.secret}, ${totp.sealedWith}, ${now})
    on conflict (staff_id) do update set
      secret = excluded.secret, sealed_with = excluded.sealed_with, created_at = excluded.created_at, last_step = null
    where staff_totp.confirmed_at is null`
  return count === 1
}

/** Members whose secret was encrypted by another key than `keyId`. */
export async function listTotpSealedOtherwise(sql: Reader, keyId: string): Promise<string[]> {
  const rows = await sql<{ staffId: string }[]>`
    select staff_id from staff_totp where sealed_with is distinct from ${keyId} order by staff_id`
  return rows.map(({ staffId }) => staffId)
}

export async function updateSealedTotp(tx: Tx, staffId: string, totp: SealedTotp): Promise<void> {
  await tx`
    update staff_totp set secret = ${totp.secret}, sealed_with = ${totp.sealedWith} where staff_id = ${staffId}`
}

export async function updateTotpUse(tx: Tx, staffId: string, lastStep: number, now: Date): Promise<void> {
  await tx`
    update staff_totp set last_step = ${lastStep}, confirmed_at = coalesce(confirmed_at, ${now}::timestamptz)
    where staff_id = ${staffId}`
}

/** Returns false if there was no confirmed secret. */
export async function deleteTotp(tx: Tx, staffId: string): Promise<boolean> {
  const rows = await tx<{ confirmedAt: string | null }[]>`
    delete from staff_totp where staff_id = ${staffId} returning confirmed_at`
  return rows.some(({ confirmedAt }) => confirmedAt !== null)
}

export async function replaceRecoveryCodes(tx: Tx, staffId: string, hashes: Buffer[]): Promise<void> {
  await deleteRecoveryCodes(tx, staffId)
  for (const hash of hashes)
    await tx`insert into staff_recovery_codes (staff_id, code_hash) values (${staffId}, ${hash})`
}

export async function deleteRecoveryCodes(tx: Tx, staffId: string): Promise<void> {
  await tx`delete from staff_recovery_codes where staff_id = ${staffId}`
}

/** A code works only once, so it is deleted. */
export async function deleteRecoveryCode(tx: Tx, staffId: string, hash: Buffer): Promise<boolean> {
  const { count } = await tx`
    delete from staff_recovery_codes where staff_id = ${staffId} and code_hash = ${hash}`
  return count === 1
}
