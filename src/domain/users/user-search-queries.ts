import type { AdminUser, USER_SORTS } from '@counterfoil/contract/admin/users.ts'
import type { Static } from 'typebox'
import type { Reader } from '../../platform/database/db.ts'
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
import { containing } from '../../platform/input/paging.ts'
import type { SortedList } from '../../platform/input/sorted-list.ts'
import type { Caller } from '../actors/caller.ts'

export type UserRecord = Static<typeof AdminUser>

const columns = (sql: Reader) => sql`
  id, partner_id, external_user_id, email, display_name, phone, country_code, locale, anonymized_at, created_at,
  updated_at`

/** The key of a partner reaches only the users of that partner. */
const within = (sql: Reader, reach: Caller) =>
  sql`(${reach.partnerId}::uuid is null or partner_id = ${reach.partnerId})`

export async function findUser(sql: Reader, reach: Caller, id: string): Promise<UserRecord | null> {
  const [row] = await sql<UserRecord[]>`
    select ${columns(sql)} from users where id = ${id} and ${within(sql, reach)}`
  return row ?? null
}

export type UserFilter = { partnerId?: string | undefined | null; q: string | undefined }

const ID: SortColumn<UserRecord> = { sql: 'id', type: 'uuid', of: ({ id }) => id }

/** Ids are ordered by time, so their order is that of creation. */
export const USER_LIST: SortedList<(typeof USER_SORTS)[number], UserRecord> = {
  name: 'users',
  default: '-createdAt',
  sorts: { '-createdAt': descending(ID), createdAt: ascending(ID) },
}

type Page = SortedPage<UserRecord>

const wanted = (sql: Reader, reach: Caller, { partnerId = null }: UserFilter) => sql`
  ${within(sql, reach)} and (${partnerId}::uuid is null or partner_id = ${partnerId}::uuid)`

/** A scan of the first users finds common text at once; the index finds rare text. */
export async function listUsers(
  sql: Reader,
  reach: Caller,
  page: Page,
  filter: UserFilter,
): Promise<UserRecord[]> {
  if (filter.q === undefined) {
    return sql<UserRecord[]>`
      select ${columns(sql)} from users
      where ${wanted(sql, reach, filter)} and ${isAfter(sql, page)}
      ${inOrder(sql, page)}`
  }
  const found = await searchFirstUsers(sql, reach, page, { ...filter, q: filter.q })
  return found.length > page.limit ? found : searchUsers(sql, reach, page, { ...filter, q: filter.q })
}

/** Three bytes or more match anywhere in a field; shorter text matches only at the start of a word. */
function matches(sql: Reader, q: string) {
  if (Buffer.byteLength(q) < MIN_SUBSTRING_BYTES) {
    const text = sql`searched_text(external_user_id, email, phone, display_name)`
    return sql`position(' ' || lower(${q}::text) in ${text}) > 0`
  }
  const pattern = containing(q)
  return sql`(external_user_id ilike ${pattern} or email ilike ${pattern} or phone ilike ${pattern}
    or display_name ilike ${pattern})`
}

const MIN_SUBSTRING_BYTES = 3
/** Scanning this many users takes a few hundredths of a second. */
const MAX_SCANNED_FIRST = 5000

type Search = UserFilter & { q: string }

export function searchFirstUsers(
  sql: Reader,
  reach: Caller,
  page: Page,
  search: Search,
): Promise<UserRecord[]> {
  return sql<UserRecord[]>`
    select ${columns(sql)}
    from (
      select * from users
      where ${wanted(sql, reach, search)} and ${isAfter(sql, page)}
      ${inOrder(sql, { ...page, limit: MAX_SCANNED_FIRST - 1 })}
    ) as first
    where ${matches(sql, search.q)}
    ${inOrder(sql, page)}`
}

/** The query is materialized, so that the planner always uses the index, whatever its statistics say is common. */
export function searchUsers(sql: Reader, reach: Caller, page: Page, search: Search): Promise<UserRecord[]> {
  return sql<UserRecord[]>`
    with found as materialized (select * from users where ${hasGrams(sql, search.q)})
    select ${columns(sql)}
    from found
    where ${wanted(sql, reach, search)} and ${matches(sql, search.q)} and ${isAfter(sql, page)}
    ${inOrder(sql, page)}`
}

/** Which users the index finds. */
function hasGrams(sql: Reader, q: string) {
  const sought = Buffer.byteLength(q) < MIN_SUBSTRING_BYTES ? ` ${q}` : q
  return sql`
    byte_grams(searched_text(external_user_id, email, phone, display_name)) @> byte_grams(lower(${sought}::text))`
}

/** If more than half of so many users match, a scan finds 10,000 matches sooner than the index. */
const SAMPLE_SIZE = 1000

export async function countUsers(sql: Reader, reach: Caller, filter: UserFilter): Promise<RowCount> {
  const users = sql`select from users where ${wanted(sql, reach, filter)}`
  const { q } = filter
  if (q === undefined) return countRows(sql, users)
  const sample = sql`select * from users where ${wanted(sql, reach, filter)} limit ${SAMPLE_SIZE}`
  const { value } = await countRows(sql, sql`select from (${sample}) as sample where ${matches(sql, q)}`)
  if (value > SAMPLE_SIZE / 2) return countRows(sql, sql`${users} and ${matches(sql, q)}`)
  return countRows(sql, sql`${users} and ${hasGrams(sql, q)} and ${matches(sql, q)}`)
}
