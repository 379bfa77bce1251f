import type { Db, Reader, Tx } from '../../platform/database/db.ts'
import type { Jwk } from './public-key.ts'

export type StoredKeySet = { url: string; keys: Jwk[]; fetchedAt: string }

export async function findKeySet(sql: Reader, partnerId: string): Promise<StoredKeySet | null> {
  const [row] = await sql<StoredKeySet[]>`
    select url, keys, fetched_at from partner_key_sets where partner_id = ${partnerId}`
  return row ?? null
}

export async function lockKeySet(tx: Tx, partnerId: string): Promise<StoredKeySet | null> {
  const [row] = await tx<StoredKeySet[]>`
    select url, keys, fetched_at from partner_key_sets where partner_id = ${partnerId} for update`
  return row ?? null
}

/** Returns false if a newer set is stored already. Two first sets can race here, because there is no row to lock yet. */
export async function upsertKeySet(
  tx: Tx,
  partnerId: string,
  { url, keys, fetchedAt }: { url: string; keys: Jwk[]; fetchedAt: Date },
): Promise<boolean> {
  const written = await tx`
    insert into partner_key_sets (partner_id, url, keys, fetched_at)
    values (${partnerId}, ${url}, ${JSON.stringify(keys)}, ${fetchedAt})
    on conflict (partner_id) do update
    set url = excluded.url, keys = excluded.keys, fetched_at = excluded.fetched_at
    where partner_key_sets.fetched_at < excluded.fetched_at
    returning partner_id`
  return written.length > 0
}

/** Repeated failures of the same URL keep the time of the first one. */
export async function upsertKeySetFailure(
  db: Db,
  partnerId: string,
  { url, failedAt, error }: { url: string; failedAt: Date; error: string },
): Promise<void> {
  await db`
    insert into key_set_failures as known (partner_id, url, failing_since, error)
    values (${partnerId}, ${url}, ${failedAt}, ${error})
    on conflict (partner_id) do update
    set url = excluded.url, error = excluded.error,
      failing_since = case when known.url = excluded.url then known.failing_since else excluded.failing_since end`
}

export async function deleteKeySetFailure(tx: Tx, partnerId: string): Promise<void> {
  await tx`delete from key_set_failures where partner_id = ${partnerId}`
}
