import type { Reader, Tx } from '../db.ts'
import { isUuid } from '../uuid.ts'

/** By its id or its slug. */
export async function findPartnerId(sql: Reader, reference: string): Promise<string | null> {
  const id = isUuid(reference) ? reference : null
  const [row] = await sql<{ id: string }[]>`
    select id from partners
    where id = ${id}::uuid or slug = ${reference}
    order by slug = ${reference}
    limit 1`
  return row?.id ?? null
}

/** By its id or its slug. */
export async function findMerchantId(sql: Reader, reference: string): Promise<string | null> {
  const id = isUuid(reference) ? reference : null
  const [row] = await sql<{ id: string }[]>`
    select id from merchants
    where id = ${id}::uuid or slug = ${reference}
    order by slug = ${reference}
    limit 1`
  return row?.id ?? null
}

export async function findMerchantIdBySlug(sql: Reader, slug: string): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`select id from merchants where slug = ${slug}`
  return row?.id ?? null
}

export async function hasOutlet(sql: Reader, merchantId: string, name: string): Promise<boolean> {
  const rows = await sql`select from outlets where merchant_id = ${merchantId} and name = ${name} limit 1`
  return rows.length > 0
}

/** What would be looked at when the transaction commits. */
export async function checkConstraintsNow(tx: Tx): Promise<void> {
  await tx`set constraints all immediate`
}

/** Whether a living process keeps this embedded server, or is about to; else a killed one left it behind. */
export async function hasOwner(sql: Reader): Promise<boolean> {
  const [row] = await sql<{ isOwned: boolean }[]>`
    select exists (select from pg_stat_activity where application_name like 'counterfoil owner %')
      or clock_timestamp() - pg_postmaster_start_time() < interval '3 seconds' as is_owned`
  return row?.isOwned === true
}

/**
 * Commands share an embedded server that one of them started. Those that found it hold this lock together for as long as
 * they use it, and the one that stops it holds it alone. It is the session's, so `seat` is one connection.
 */
export async function trySharing(seat: Reader): Promise<boolean> {
  const [row] = await seat<{ shares: boolean }[]>`
    select pg_try_advisory_lock_shared(hashtext('counterfoil commands')) as shares`
  return row?.shares === true
}

export async function tryLeavingLast(seat: Reader): Promise<boolean> {
  const [row] = await seat<{ isLast: boolean }[]>`
    select pg_try_advisory_lock(hashtext('counterfoil commands')) as is_last`
  return row?.isLast === true
}
