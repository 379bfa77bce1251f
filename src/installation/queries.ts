import type { Reader, Tx } from '../db.ts'

/** Serialises what only one of several nodes that start together may do. */
export async function lockInstallation(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtext('counterfoil installation'))`
}

export async function findSecretsKeyCheck(sql: Reader): Promise<Buffer | null> {
  const [row] = await sql<{ secretsKeyCheck: Buffer }[]>`select secrets_key_check from installation`
  return row?.secretsKeyCheck ?? null
}

export async function insertInstallation(tx: Tx, secretsKeyCheck: Buffer, now: Date): Promise<void> {
  await tx`insert into installation (secrets_key_check, created_at) values (${secretsKeyCheck}, ${now})`
}

/** Revoked ones count: whoever took them away meant it. */
export async function hasHadAdminKey(sql: Reader): Promise<boolean> {
  const rows = await sql`select from api_keys where role = 'admin' limit 1`
  return rows.length > 0
}
