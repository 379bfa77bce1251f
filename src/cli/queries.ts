import type { Reader, Tx } from '../platform/database/db.ts'
import { isUuid } from '../platform/input/uuid.ts'

/** Finds by id or slug. An id wins over a slug that looks like one. */
export async function findPartnerId(sql: Reader, reference: string): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`
    select id from partners where ${isNamed(sql, reference)} order by slug = ${reference} limit 1`
  return row?.id ?? null
}

/** Finds a merchant of any cell by id or slug. Ask it at home. */
export async function findMerchantId(sql: Reader, reference: string): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`
    select id
    from (select id, slug from merchants union all select merchant_id, slug from merchant_cells) as merchants (id, slug)
    where ${isNamed(sql, reference)} order by slug = ${reference} limit 1`
  return row?.id ?? null
}

function isNamed(sql: Reader, reference: string) {
  return sql`(id = ${isUuid(reference) ? reference : null}::uuid or slug = ${reference})`
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
