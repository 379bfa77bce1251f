import type { Tx } from './db.ts'
import { identifier } from './sql.ts'

/**
 * A function that deletes the rows of `table` whose `column` is before a time: the oldest, at most `limit`. It skips rows that
 * somebody has locked, since they are in use. It returns how many it has deleted.
 */
export function deletionBefore(table: string, column: string) {
  const [rows, at] = [identifier(table), identifier(column)]
  return async (tx: Tx, time: Date, limit: number): Promise<number> => {
    const { count } = await tx`
      with old as materialized (
        select ctid from ${rows} where ${at} < ${time}::timestamptz order by ${at} limit ${limit} for update skip locked
      )
      delete from ${rows} where ctid = any (array(select ctid from old))`
    return count
  }
}
