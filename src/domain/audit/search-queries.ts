import type { Reader } from '../../platform/database/db.ts'
import { countRows, type RowCount } from '../../platform/database/keyset.ts'
import { containing, type PageRequest } from '../../platform/input/paging.ts'
import { type AuditFilter, type AuditRecord, entryColumns, FROM_NEWEST, isWanted } from './queries.ts'

/** Scanning this many entries takes a few hundredths of a second. */
const MAX_SCANNED_FIRST = 5000

/**
 * The newest entries whose words match a tsquery. A scan of the newest finds common words at once; the index finds rare
 * ones.
 */
export async function searchAuditEntries(
  sql: Reader,
  page: PageRequest,
  filter: AuditFilter,
  terms: string,
): Promise<AuditRecord[]> {
  const wanted = sql`${isWanted(sql, page, filter)} and ${isBy(sql, filter)}`
  const newest = sql`order by id desc limit ${page.limit + 1}`
  const matches = hasWords(sql, terms)
  const found = await sql<AuditRecord[]>`
    select ${entryColumns(sql)}
    from (
      select * from audit_log where ${page.before}::uuid is null or id < ${page.before}::uuid
      order by id desc limit ${MAX_SCANNED_FIRST}
    ) as newest_of_all
    where ${matches} and ${wanted}
    ${newest}`
  if (found.length > page.limit) return found
  // Materialized, so that the planner uses the index instead of reading entry after entry.
  return sql<AuditRecord[]>`
    with matching as materialized (select id from audit_log where ${matches} and ${wanted})
    select ${entryColumns(sql)} from audit_log where id in (select id from matching ${newest}) order by id desc`
}

/** Materialized for the same reason as the list. */
export function countFoundEntries(sql: Reader, filter: AuditFilter, terms: string): Promise<RowCount> {
  const wanted = sql`${isWanted(sql, FROM_NEWEST, filter)} and ${isBy(sql, filter)}`
  return countRows(
    sql,
    sql`
      with matching as materialized (select id from audit_log where ${hasWords(sql, terms)} and ${wanted})
      select from matching`,
  )
}

const hasWords = (sql: Reader, terms: string) => sql`words @@ ${terms}::tsquery`

const isBy = (sql: Reader, { actor = null }: AuditFilter) =>
  actor === null
    ? sql`true`
    : sql`(actor_kind = ${actor} or actor_id = lower(${actor}) or lower(actor_name) = lower(${actor}))`

/** Of each kind. */
const MAX_RECORDS = 200
const MIN_INDEXED_BYTES = 3

/** The records whose name contains the text, as targets of entries: `merchant:0199…`. */
export async function listTargetsNamed(sql: Reader, text: string): Promise<string[]> {
  const pattern = containing(text)
  const isIndexed = Buffer.byteLength(text) >= MIN_INDEXED_BYTES
  const hasGrams = (searched: "lower(slug || ' ' || name)" | 'plain_title(title)') =>
    isIndexed ? sql`byte_grams(${sql.unsafe(searched)}) @> byte_grams(lower(${text}::text))` : sql`true`
  const newest = sql`order by id desc limit ${MAX_RECORDS}`
  const rows = await sql<{ target: string }[]>`
    (select 'merchant:' || id as target from merchants
     where ${hasGrams("lower(slug || ' ' || name)")} and slug || ' ' || name ilike ${pattern} ${newest})
    union all (select 'voucher:' || id from vouchers
     where ${hasGrams('plain_title(title)')} and plain_title(title) ilike ${pattern} ${newest})
    union all (select 'outlet:' || id from outlets where name ilike ${pattern} ${newest})
    union all (select 'partner:' || id from partners where slug || ' ' || name ilike ${pattern} ${newest})
    union all (select 'staff:' || id from staff where name ilike ${pattern} ${newest})
    union all (select 'key:' || id from api_keys where name ilike ${pattern} ${newest})
    union all (select 'category:' || slug from categories where slug || ' ' || name ilike ${pattern} limit ${MAX_RECORDS})`
  return rows.map(({ target }) => target)
}
