import type { Db, Reader, Tx } from '../../platform/database/db.ts'

/** Several nodes may start together on a new database: one of them at a time. */
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

/**
 * For sessions that PgBouncer opens later, which we cannot give settings at connect. JIT compilation made our statements
 * five times slower behind PgBouncer.
 */
export async function turnOffJitForRole(db: Db): Promise<void> {
  await db.unsafe(`
    do $$ begin
      if current_setting('jit')::boolean then
        execute format('alter role %I in database %I set jit = off', current_user, current_database());
      end if;
    end $$`)
}

/** Revoked keys count: they were revoked on purpose. */
export async function hasHadAdminKey(sql: Reader): Promise<boolean> {
  const rows = await sql`select from api_keys where role = 'admin' limit 1`
  return rows.length > 0
}

/** Inactive ones count: an admin deactivated them. */
export async function hasHadAdminMember(sql: Reader): Promise<boolean> {
  const rows = await sql`select from staff where role = 'admin' limit 1`
  return rows.length > 0
}
