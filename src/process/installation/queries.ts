import type { Db, Reader, Tx } from '../../platform/database/db.ts'
import { assignments } from '../../platform/database/sql.ts'

/** Several nodes may start together on a new database. This lock makes them wait for each other. */
export async function lockInstallation(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtext('counterfoil installation'))`
}

export type KeyChecks = { secretsKeyCheck: Buffer; formerKeyCheck: Buffer | null }

export async function findKeyChecks(sql: Reader): Promise<KeyChecks | null> {
  const [row] = await sql<KeyChecks[]>`select secrets_key_check, former_key_check from installation`
  return row ?? null
}

export async function insertInstallation(tx: Tx, secretsKeyCheck: Buffer, now: Date): Promise<void> {
  await tx`insert into installation (secrets_key_check, created_at) values (${secretsKeyCheck}, ${now})`
}

/** The current key becomes the former one. */
export async function updateKeyChecks(tx: Tx, secretsKeyCheck: Buffer): Promise<void> {
  await tx`
    update installation set former_key_check = secrets_key_check, secrets_key_check = ${secretsKeyCheck}`
}

export type NodeReport = {
  id: string
  name: string
  schemaVersion: number
  keyIds: string[]
  writingKeyId: string
}

/**
 * Uses the clock of the database, because the clocks of nodes differ. Rows of killed processes are deleted after a day.
 */
export async function upsertNode(tx: Tx, node: NodeReport): Promise<void> {
  await tx`
    insert into nodes (id, name, schema_version, key_ids, writing_key_id, seen_at)
    values (${node.id}, ${node.name}, ${node.schemaVersion}, ${node.keyIds}, ${node.writingKeyId},
            clock_timestamp())
    on conflict (id) do update set writing_key_id = excluded.writing_key_id, seen_at = excluded.seen_at`
  await tx`delete from nodes where seen_at < clock_timestamp() - interval '1 day'`
}

export async function deleteNode(tx: Tx, id: string): Promise<void> {
  await tx`delete from nodes where id = ${id}`
}

/** A node that has missed three reports is gone, or cannot reach the database. */
export async function listRunningNodes(sql: Reader): Promise<NodeReport[]> {
  return sql<NodeReport[]>`
    select id, name, schema_version, key_ids, writing_key_id
    from nodes
    where seen_at > clock_timestamp() - interval '20 seconds'
    order by name`
}

/**
 * Turns JIT compilation off for the role, because PgBouncer opens sessions whose settings we cannot choose. With JIT, our
 * statements were five times slower behind PgBouncer.
 */
export async function turnOffJitForRole(db: Db): Promise<void> {
  await db.unsafe(`
    do $$ begin
      if current_setting('jit')::boolean then
        execute format('alter role %I in database %I set jit = off', current_user, current_database());
      end if;
    end $$`)
}

/** Revoked keys count as well, because somebody revoked them on purpose. */
export async function hasHadAdminKey(sql: Reader): Promise<boolean> {
  const rows = await sql`select from api_keys where role = 'admin' limit 1`
  return rows.length > 0
}

/** Inactive members count as well, because an admin deactivated them. */
export async function hasHadAdminMember(sql: Reader): Promise<boolean> {
  const rows = await sql`select from staff where role = 'admin' limit 1`
  return rows.length > 0
}

export type Whereabouts = { footprint: string | null; places: string[]; deliveriesHeldSince: string | null }

export async function getWhereabouts(sql: Reader): Promise<Whereabouts> {
  const [row] = await sql<Whereabouts[]>`
    select footprint, places, deliveries_held_since from installation`
  return row as Whereabouts
}

export async function updateWhereabouts(
  tx: Tx,
  changes: Partial<Whereabouts & { restoredAt: string }>,
): Promise<void> {
  await tx`update installation set ${assignments(changes)}`
}

/**
 * The ids of the cluster, the database and a table, none of which a dump carries over. Restoring a dump always creates the
 * tables again, even in the same database. Some providers do not let us read the id of the cluster.
 */
export async function findFootprint(sql: Reader): Promise<string> {
  const [may] = await sql<{ mayRead: boolean }[]>`
    select has_function_privilege('pg_control_system()', 'execute') as may_read`
  const [cluster] = may?.mayRead
    ? await sql<{ id: string }[]>`select system_identifier::text as id from pg_control_system()`
    : []
  const [row] = await sql<{ ids: string }[]>`
    select oid::text || '/' || 'installation'::regclass::oid::text as ids
    from pg_database where datname = current_database()`
  return `${cluster?.id ?? '-'}/${row?.ids}`
}
