import type { Reader, Tx } from '../platform/database/db.ts'
import { identifier } from '../platform/database/sql.ts'
import { isUuid } from '../platform/input/uuid.ts'

export function findPartnerId(sql: Reader, reference: string): Promise<string | null> {
  return findId(sql, 'partners', reference)
}

export function findMerchantId(sql: Reader, reference: string): Promise<string | null> {
  return findId(sql, 'merchants', reference)
}

/** Finds by id or slug. An id wins over a slug that looks like one. */
async function findId(sql: Reader, table: string, reference: string): Promise<string | null> {
  const id = isUuid(reference) ? reference : null
  const [row] = await sql<{ id: string }[]>`
    select id from ${identifier(table)}
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

/** Checks the deferred constraints now instead of at the commit. */
export async function checkConstraintsNow(tx: Tx): Promise<void> {
  await tx`set constraints all immediate`
}

/** If an embedded server has no owner and did not start just now, a killed process has left it behind. */
export async function getOwnership(sql: Reader): Promise<{ isOwned: boolean; isYoung: boolean }> {
  const [row] = await sql<{ isOwned: boolean; isYoung: boolean }[]>`
    select exists (select from pg_stat_activity where application_name like 'counterfoil owner %') as is_owned,
      clock_timestamp() - pg_postmaster_start_time() < interval '2 seconds' as is_young`
  if (!row) throw new Error('a select returned no row')
  return row
}
