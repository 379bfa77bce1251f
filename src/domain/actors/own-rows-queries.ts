import type { Reader } from '../../platform/database/db.ts'
import { identifier } from '../../platform/database/sql.ts'
import type { Caller } from './caller.ts'

/**
 * The rows whose column has one of these ids; null: all rows. A single id is compared directly: only then does an index by
 * merchant give the rows in the order of a list.
 */
export function isAnyOf(sql: Reader, column: string, ids: string[] | null) {
  if (ids === null) return sql`true`
  const [first, ...more] = ids
  return first !== undefined && more.length === 0
    ? sql`${identifier(column)} = ${first}::uuid`
    : sql`${identifier(column)} = any (${ids}::uuid[])`
}

/** The rows of the caller's own merchants; all rows for a caller without merchants. */
export const isOfOwnMerchant = (sql: Reader, column: string, { merchantIds }: Pick<Caller, 'merchantIds'>) =>
  isAnyOf(sql, column, merchantIds)
