import type { AdminUser } from '@counterfoil/contract/admin/users.ts'
import type { Static } from 'typebox'
import type { Reader } from '../../platform/database/db.ts'
import { containing, type PageRequest } from '../../platform/input/paging.ts'
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

const wanted = (sql: Reader, reach: Caller, { before }: PageRequest, { partnerId = null }: UserFilter) => sql`
  ${within(sql, reach)}
  and (${partnerId}::uuid is null or partner_id = ${partnerId}::uuid)
  and (${before}::uuid is null or id < ${before}::uuid)`

/** Lists the newest users first. A scan of the newest finds common text at once; the index finds rare text. */
export async function listUsers(
  sql: Reader,
  reach: Caller,
  page: PageRequest,
  filter: UserFilter,
): Promise<UserRecord[]> {
  if (filter.q === undefined) {
    return sql<UserRecord[]>`
      select ${columns(sql)} from users where ${wanted(sql, reach, page, filter)} order by id desc limit ${page.limit + 1}`
  }
  const found = await searchNewestUsers(sql, reach, page, { ...filter, q: filter.q })
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

export function searchNewestUsers(
  sql: Reader,
  reach: Caller,
  page: PageRequest,
  search: Search,
): Promise<UserRecord[]> {
  return sql<UserRecord[]>`
    select ${columns(sql)}
    from (
      select * from users where ${wanted(sql, reach, page, search)} order by id desc limit ${MAX_SCANNED_FIRST}
    ) as newest
    where ${matches(sql, search.q)}
    order by id desc
    limit ${page.limit + 1}`
}

/** The query is materialized, so that the planner always uses the index, whatever its statistics say is common. */
export function searchUsers(
  sql: Reader,
  reach: Caller,
  page: PageRequest,
  search: Search,
): Promise<UserRecord[]> {
  const { q } = search
  const sought = Buffer.byteLength(q) < MIN_SUBSTRING_BYTES ? ` ${q}` : q
  return sql<UserRecord[]>`
    with found as materialized (
      select * from users
      where byte_grams(searched_text(external_user_id, email, phone, display_name)) @> byte_grams(lower(${sought}::text))
    )
    select ${columns(sql)}
    from found
    where ${wanted(sql, reach, page, search)} and ${matches(sql, q)}
    order by id desc
    limit ${page.limit + 1}`
}
