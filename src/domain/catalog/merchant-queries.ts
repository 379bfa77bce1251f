import type { AdminMerchant } from '@counterfoil/contract/admin-merchants.ts'
import type { Static } from 'typebox'
import type { Reader, Tx } from '../../platform/database/db.ts'
import { assignments, insertion } from '../../platform/database/sql.ts'
import type { PageRequest } from '../../platform/input/paging.ts'
import type { Caller } from '../staff/caller.ts'

/** Any number will do, as long as nothing else locks by it. */
const FEATURED_LOCK = 625_120_185

export type MerchantRecord = Static<typeof AdminMerchant>
export type MerchantFields = Omit<MerchantRecord, 'id' | 'createdAt' | 'updatedAt' | 'version'>
/** The sub-categories stand in a table of their own. */
export type MerchantRow = Omit<MerchantFields, 'subCategoryIds'>

const columns = (sql: Reader) => sql`
  id, name, slug, category,
  array(select sub_category_id
        from merchant_sub_categories as tagged join sub_categories on sub_categories.id = sub_category_id
        where merchant_id = merchants.id
        order by position) as sub_category_ids,
  logo_path, banner_path, description, is_new, is_active, timezone, top_voucher_id, created_at, updated_at, version`

/** A merchant's own key reaches that merchant only. */
const within = (sql: Reader, reach: Caller) =>
  sql`(${reach.merchantId}::uuid is null or id = ${reach.merchantId})`

export async function findMerchant(sql: Reader, reach: Caller, id: string): Promise<MerchantRecord | null> {
  const [row] = await sql<MerchantRecord[]>`
    select ${columns(sql)} from merchants where id = ${id} and ${within(sql, reach)}`
  return row ?? null
}

export async function getMerchant(sql: Reader, id: string): Promise<MerchantRecord> {
  const [row] = await sql<MerchantRecord[]>`select ${columns(sql)} from merchants where id = ${id}`
  if (!row) throw new Error(`no merchant ${id}`)
  return row
}

/** Locked first and read afterwards: a statement that waited for a lock still sees the tags of before its wait. */
export async function lockMerchant(tx: Tx, reach: Caller, id: string): Promise<MerchantRecord | null> {
  const locked = await tx`select from merchants where id = ${id} and ${within(tx, reach)} for update`
  return locked.length > 0 ? getMerchant(tx, id) : null
}

export function listMerchants(
  sql: Reader,
  reach: Caller,
  { limit, before }: PageRequest,
  filter: { pattern: string | null; category: string | null; isActive: boolean | null },
): Promise<MerchantRecord[]> {
  return sql<MerchantRecord[]>`
    select ${columns(sql)}
    from merchants
    where ${within(sql, reach)}
      and (${before}::uuid is null or id < ${before})
      and (${filter.pattern}::text is null or concat_ws(' ', slug, name) ilike ${filter.pattern})
      and (${filter.category}::text is null or category = ${filter.category})
      and (${filter.isActive}::boolean is null or is_active = ${filter.isActive})
    order by id desc
    limit ${limit + 1}`
}

export async function insertMerchant(
  tx: Tx,
  merchant: MerchantRow & { id: string },
  now: Date,
): Promise<void> {
  await tx`insert into merchants ${insertion({ ...merchant, createdAt: now, updatedAt: now })}`
}

export async function updateMerchant(
  tx: Tx,
  id: string,
  changes: Partial<MerchantRow>,
  now: Date,
): Promise<void> {
  await tx`update merchants set ${assignments({ ...changes, updatedAt: now })}, version = version + 1 where id = ${id}`
}

/** Makes those wait who count towards a quota of the same merchant, and nobody who reads or refers to it. */
export async function lockMerchantQuotas(tx: Tx, id: string): Promise<void> {
  await tx`select from merchants where id = ${id}::uuid for no key update`
}

/** In the order of ids, which is the order in which `lockCategory` takes them. */
export async function replaceTags(tx: Tx, merchantId: string, subCategoryIds: string[]): Promise<void> {
  await tx`delete from merchant_sub_categories where merchant_id = ${merchantId}`
  await tx`
    insert into merchant_sub_categories (merchant_id, sub_category_id, category)
    select merchants.id, sub_category_id, category
    from merchants, unnest(${subCategoryIds}::uuid[]) as sub_category_id
    where merchants.id = ${merchantId}
    order by sub_category_id`
}

export async function listFeatured(sql: Reader): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from merchants where featured_position is not null order by featured_position`
  return rows.map(({ id }) => id)
}

/**
 * Two orders that are put at once follow one another: the rows of the one say nothing of the other's. Nothing is written
 * before all rows are locked: who was changing one of them would find its position taken, and wait for us at its commit.
 */
export async function lockFeatured(tx: Tx, merchantIds: string[]): Promise<string[]> {
  await tx`select pg_advisory_xact_lock(${FEATURED_LOCK})`
  await tx`
    select from merchants
    where featured_position is not null or id = any (${merchantIds}::uuid[])
    order by id
    for no key update`
  return listFeatured(tx)
}

export async function updateFeatured(tx: Tx, merchantIds: string[]): Promise<void> {
  await tx`
    update merchants set featured_position = array_position(${merchantIds}::uuid[], id)
    where featured_position is not null or id = any (${merchantIds}::uuid[])`
}

/** The ids that name nothing. */
export async function listUnknownMerchants(sql: Reader, ids: string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from unnest(${ids}::uuid[]) as named (id)
    where not exists (select from merchants where merchants.id = named.id)`
  return rows.map(({ id }) => id)
}
