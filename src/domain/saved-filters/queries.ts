import type { FilteredList, SavedFilter } from '@counterfoil/contract/admin/saved-filters.ts'
import type { Static } from 'typebox'
import type { Reader, Tx } from '../../platform/database/db.ts'
import { insertion } from '../../platform/database/sql.ts'
import type { Caller } from '../actors/caller.ts'

export type FilterRecord = Static<typeof SavedFilter>

const columns = (sql: Reader, { id }: Caller) => sql`
  f.id, f.list, f.name, f.search, f.is_shared, s.name as owner_name, f.owner_id::text = ${id ?? ''} as is_own, f.created_at`

/** Colleagues are the operator's people, or those of a common merchant or of the same partner. `s` is the owner. */
const isOfColleague = (sql: Reader, { merchantIds, partnerId }: Caller) => sql`
  ${merchantIds === null ? sql`s.merchant_ids is null` : sql`s.merchant_ids && ${merchantIds}::uuid[]`}
  and s.partner_id is not distinct from ${partnerId}::uuid`

const isVisible = (sql: Reader, caller: Caller) => sql`
  (f.owner_id::text = ${caller.id ?? ''} or (f.is_shared and ${isOfColleague(sql, caller)}))`

export function listSavedFilters(
  sql: Reader,
  caller: Caller,
  list: FilteredList | null,
): Promise<FilterRecord[]> {
  return sql<FilterRecord[]>`
    select ${columns(sql, caller)} from saved_filters f join staff s on s.id = f.owner_id
    where ${isVisible(sql, caller)} and (${list}::text is null or f.list = ${list})
    order by lower(f.name), f.id
    limit 500`
}

export async function lockSavedFilter(tx: Tx, caller: Caller, id: string): Promise<FilterRecord | null> {
  const [row] = await tx<FilterRecord[]>`
    select ${columns(tx, caller)} from saved_filters f join staff s on s.id = f.owner_id
    where f.id = ${id} and ${isVisible(tx, caller)}
    for update of f`
  return row ?? null
}

export async function countOwnFilters(tx: Tx, ownerId: string): Promise<number> {
  const [row] = await tx<[{ count: number }]>`
    select count(*)::int as count from saved_filters where owner_id = ${ownerId}`
  return row.count
}

type NewFilter = Pick<FilterRecord, 'id' | 'list' | 'name' | 'search' | 'isShared'> & {
  ownerId: string
  createdAt: Date
}

/** Replaces the owner's filter of the same list and name. */
export async function upsertSavedFilter(tx: Tx, caller: Caller, filter: NewFilter): Promise<FilterRecord> {
  const [stored] = await tx<{ id: string }[]>`
    insert into saved_filters ${insertion({ ...filter, search: JSON.stringify(filter.search) })}
    on conflict (owner_id, list, name) do update
    set search = excluded.search, is_shared = excluded.is_shared, created_at = excluded.created_at
    returning id`
  return (await lockSavedFilter(tx, caller, stored?.id ?? '')) as FilterRecord
}

export async function deleteSavedFilter(tx: Tx, id: string): Promise<void> {
  await tx`delete from saved_filters where id = ${id}`
}
