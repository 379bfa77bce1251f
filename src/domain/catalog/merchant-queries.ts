import type { AdminMerchant, MERCHANT_SORTS } from '@counterfoil/contract/admin/merchants.ts'
import type { Static } from 'typebox'
import type { Reader, Tx } from '../../platform/database/db.ts'
import {
  ascending,
  countRows,
  descending,
  inOrder,
  isAfter,
  type RowCount,
  type SortColumn,
  type SortedPage,
} from '../../platform/database/keyset.ts'
import { assignments, insertion } from '../../platform/database/sql.ts'
import type { SortedList } from '../../platform/input/sorted-list.ts'
import type { Caller } from '../actors/caller.ts'
import { isOfOwnMerchant } from '../actors/own-rows-queries.ts'

/** An arbitrary number that no other advisory lock uses. */
const FEATURED_LOCK = 625_120_185

export type MerchantRecord = Static<typeof AdminMerchant>
export type MerchantFields = Omit<MerchantRecord, 'id' | 'mode' | 'createdAt' | 'updatedAt' | 'version'>
/** A merchant without its sub-categories, which are stored in a separate table. */
export type MerchantRow = Omit<MerchantFields, 'subCategoryIds'>

const columns = (sql: Reader) => sql`
  id, name, slug, mode, category,
  array(select sub_category_id
        from merchant_sub_categories as tagged join sub_categories on sub_categories.id = sub_category_id
        where merchant_id = merchants.id
        order by position) as sub_category_ids,
  logo_path, banner_path, description, is_new, is_active, timezone, top_voucher_id, translations,
  created_at, updated_at, version`

/** The key of a merchant reaches only its own merchants. */
const within = (sql: Reader, reach: Caller) => isOfOwnMerchant(sql, 'id', reach)

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

/** Locks first and reads afterwards: a statement that waited for a lock still sees the tags from before its wait. */
export async function lockMerchant(tx: Tx, reach: Caller, id: string): Promise<MerchantRecord | null> {
  const locked = await tx`select from merchants where id = ${id} and ${within(tx, reach)} for update`
  return locked.length > 0 ? getMerchant(tx, id) : null
}

const ID: SortColumn<MerchantRecord> = { sql: 'id', type: 'uuid', of: ({ id }) => id }
const NAME: SortColumn<MerchantRecord> = { sql: 'lower(name)', type: 'lowerText', of: ({ name }) => name }

/** Ids are ordered by time, so their order is that of creation. */
export const MERCHANT_LIST: SortedList<(typeof MERCHANT_SORTS)[number], MerchantRecord> = {
  name: 'merchants',
  default: '-createdAt',
  sorts: {
    '-createdAt': descending(ID),
    createdAt: ascending(ID),
    name: ascending(NAME, ID),
    '-name': descending(NAME, ID),
  },
}

export type MerchantFilter = {
  pattern: string | null
  category: string | null
  isActive: boolean | null
  mode: MerchantRecord['mode']
}

const matching = (sql: Reader, reach: Caller, filter: MerchantFilter) => sql`
  from merchants
  where ${within(sql, reach)}
    and (${filter.pattern}::text is null or concat_ws(' ', slug, name) ilike ${filter.pattern})
    and (${filter.category}::text is null or category = ${filter.category})
    and (${filter.isActive}::boolean is null or is_active = ${filter.isActive})
    and (${reach.merchantIds !== null} or mode = ${filter.mode})`

export function listMerchants(
  sql: Reader,
  reach: Caller,
  page: SortedPage<MerchantRecord>,
  filter: MerchantFilter,
): Promise<MerchantRecord[]> {
  return sql<MerchantRecord[]>`
    select ${columns(sql)} ${matching(sql, reach, filter)} and ${isAfter(sql, page)} ${inOrder(sql, page)}`
}

export function countMerchants(sql: Reader, reach: Caller, filter: MerchantFilter): Promise<RowCount> {
  return countRows(sql, sql`select ${matching(sql, reach, filter)}`)
}

/** The vouchers that users can see now or soon, and their claims. */
export async function countLiveOffers(
  sql: Reader,
  merchantId: string,
  now: Date,
): Promise<{ liveVouchers: number; claims: number }> {
  const [row] = await sql<{ liveVouchers: number; claims: number }[]>`
    select count(*)::int as live_vouchers, coalesce(sum(claimed.claims), 0)::int as claims
    from vouchers
    cross join lateral (select count(*) as claims from claims where voucher_id = vouchers.id) as claimed
    where merchant_id = ${merchantId} and status = 'PUBLISHED' and (valid_until is null or valid_until > ${now})`
  return row ?? { liveVouchers: 0, claims: 0 }
}

export async function insertMerchant(
  tx: Tx,
  merchant: MerchantRow & { id: string },
  now: Date,
): Promise<void> {
  await tx`insert into merchants ${insertion({ ...merchant, createdAt: now, updatedAt: now })}`
}

/** Writes a merchant of a sandbox as its scenario describes it, and undoes changes to it. */
export async function upsertTestMerchant(
  tx: Tx,
  merchant: Pick<MerchantRow, 'slug' | 'name' | 'category' | 'description'> & {
    id: string
    sandboxId: string
  },
  now: Date,
): Promise<void> {
  const { id, sandboxId, slug, name, category, description } = merchant
  await tx`delete from merchant_sub_categories where merchant_id = ${id}`
  await tx`
    insert into merchants (id, mode, sandbox_id, slug, name, category, description, is_new, is_active, timezone,
      created_at, updated_at)
    values (${id}, 'test', ${sandboxId}, ${slug}, ${name}, ${category}, ${description}, false, true, 'UTC', ${now}, ${now})
    on conflict (id) do update set
      slug = excluded.slug, name = excluded.name, category = excluded.category, description = excluded.description,
      is_new = false, is_active = true, timezone = 'UTC', logo_path = null, banner_path = null, translations = '{}',
      updated_at = excluded.updated_at, version = merchants.version + 1`
}

export async function updateMerchant(
  tx: Tx,
  id: string,
  changes: Partial<MerchantRow>,
  now: Date,
): Promise<void> {
  await tx`update merchants set ${assignments({ ...changes, updatedAt: now })}, version = version + 1 where id = ${id}`
}

/** Serializes writers that count towards a quota of this merchant. Readers and foreign keys do not wait. */
export async function lockMerchantQuotas(tx: Tx, id: string): Promise<void> {
  await tx`select from merchants where id = ${id}::uuid for no key update`
}

/** Inserts in id order, the order in which `lockCategory` locks them. */
export async function replaceTags(tx: Tx, merchantId: string, subCategoryIds: string[]): Promise<void> {
  await tx`delete from merchant_sub_categories where merchant_id = ${merchantId}`
  await tx`
    insert into merchant_sub_categories (merchant_id, sub_category_id, category)
    select merchants.id, sub_category_id, category
    from merchants, unnest(${subCategoryIds}::uuid[]) as sub_category_id
    where merchants.id = ${merchantId}
    order by sub_category_id`
}

/** The featured merchants of one cell, with their places among those of all cells. */
export function listFeatured(sql: Reader): Promise<{ id: string; place: number }[]> {
  return sql<{ id: string; place: number }[]>`
    select id, featured_position as place from merchants where featured_position is not null`
}

/**
 * The advisory lock serializes two concurrent updates, whose rows may not overlap. All rows are locked before the first
 * write: otherwise a transaction that changes one of these merchants could find its position taken, and deadlock with us.
 */
export async function lockFeatured(tx: Tx, merchantIds: string[]): Promise<void> {
  await tx`select pg_advisory_xact_lock(${FEATURED_LOCK})`
  await tx`
    select from merchants
    where featured_position is not null or id = any (${merchantIds}::uuid[])
    order by id
    for no key update`
}

export async function updateFeatured(tx: Tx, merchantIds: string[]): Promise<void> {
  await tx`
    update merchants set featured_position = array_position(${merchantIds}::uuid[], id)
    where featured_position is not null or id = any (${merchantIds}::uuid[])`
}
