import type { AdminCategory } from '@counterfoil/contract/admin/categories.ts'
import type { Static } from 'typebox'
import type { Reader, Tx } from '../../platform/database/db.ts'
import { insertion } from '../../platform/database/sql.ts'

export type CategoryRecord = Static<typeof AdminCategory>
export type SubCategoryRow = CategoryRecord['subCategories'][number]

const columns = (sql: Reader) => sql`
  slug, name, categories.translations,
  (select coalesce(json_agg(json_build_object('id', id, 'name', sub_categories.name,
                                              'translations', sub_categories.translations) order by position), '[]')
   from sub_categories where category = slug) as sub_categories,
  created_at, updated_at, version`

export function listCategories(sql: Reader): Promise<CategoryRecord[]> {
  return sql<CategoryRecord[]>`select ${columns(sql)} from categories order by lower(name), slug`
}

export async function getCategory(sql: Reader, slug: string): Promise<CategoryRecord> {
  const [row] = await sql<CategoryRecord[]>`select ${columns(sql)} from categories where slug = ${slug}`
  if (!row) throw new Error(`no category ${slug}`)
  return row
}

/**
 * Locks the category and its sub-categories, so that no merchant is tagged with one that is being removed. Locks first
 * and reads afterwards: a statement that waited for a lock still sees the rows from before its wait.
 */
export async function lockCategory(tx: Tx, slug: string): Promise<CategoryRecord> {
  await tx`select from categories where slug = ${slug} for update`
  await tx`select from sub_categories where category = ${slug} order by id for update`
  return getCategory(tx, slug)
}

/** Returns false if the category exists, even if another transaction created it just now. */
export async function insertCategoryIfNew(
  tx: Tx,
  slug: string,
  { name, translations }: Pick<CategoryRecord, 'name' | 'translations'>,
  now: Date,
): Promise<boolean> {
  const rows = await tx`
    insert into categories ${insertion({ slug, name, translations, createdAt: now, updatedAt: now })}
    on conflict do nothing
    returning slug`
  return rows.length > 0
}

export async function updateCategory(
  tx: Tx,
  slug: string,
  { name, translations }: Pick<CategoryRecord, 'name' | 'translations'>,
  now: Date,
): Promise<void> {
  await tx`
    update categories
    set name = ${name}, translations = ${translations}, updated_at = ${now}, version = version + 1 where slug = ${slug}`
}

export async function areTagged(sql: Reader, subCategoryIds: string[]): Promise<boolean> {
  const rows = await sql`
    select from merchant_sub_categories where sub_category_id = any (${subCategoryIds}::uuid[]) limit 1`
  return rows.length > 0
}

export async function deleteSubCategories(tx: Tx, ids: string[]): Promise<void> {
  await tx`delete from sub_categories where id = any (${ids}::uuid[])`
}

/** Creates new sub-categories, renames existing ones, and puts all of them in the order of `rows`. */
export async function upsertSubCategories(tx: Tx, category: string, rows: SubCategoryRow[]): Promise<void> {
  await tx`
    insert into sub_categories (id, category, name, translations, position)
    select id, ${category}, name, translations, position
    from unnest(
      ${rows.map(({ id }) => id)}::uuid[],
      ${rows.map(({ name }) => name)}::text[],
      ${rows.map(({ translations }) => JSON.stringify(translations))}::jsonb[]
    ) with ordinality as input (id, name, translations, position)
    on conflict (id) do update
      set name = excluded.name, translations = excluded.translations, position = excluded.position`
}
