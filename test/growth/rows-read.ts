import type { Db } from '../../src/platform/database/db.ts'

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

/**
 * How many rows of tables and indexes the database reads for a query, including the rows that it discards. Unlike time,
 * a test can compare it with a limit. `query` must not have been awaited. With `table`, counts only that table and its
 * partitions.
 */
export async function rowsRead(db: Db, query: PromiseLike<unknown>, table = ''): Promise<number> {
  const [row] = await db`explain (analyze, format json) ${query as ReturnType<Db>}`
  const [[explained]] = Object.values(row as Record<string, [{ Plan: Plan }]>) as [[{ Plan: Plan }]]
  return sum(explained.Plan, table)
}

function sum(plan: Plan, table: string): number {
  const isRead = /Scan/.test(plan['Node Type']) && (plan['Relation Name'] ?? '').startsWith(table)
  const own = isRead
    ? (plan['Actual Rows'] +
        (plan['Rows Removed by Filter'] ?? 0) +
        (plan['Rows Removed by Index Recheck'] ?? 0)) *
      plan['Actual Loops']
    : 0
  return (plan.Plans ?? []).reduce((total, child) => total + sum(child, table), own)
}
