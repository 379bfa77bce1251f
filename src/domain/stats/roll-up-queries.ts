import type { Db, Reader } from '../../platform/database/db.ts'

/**
 * Days before `daysUntil` and hours before `hoursUntil` are closed; days before `groupDaysUntil` are also counted by
 * group and by quarter hour. See `stats_progress` in `migrations/schema.sql`.
 */
export type RollUpProgress = {
  daysUntil: Date
  hoursUntil: Date
  groupDaysUntil: Date
}

const NEVER = new Date(-8.64e15)
/** Rows of a test partner are never rolled up, and its refusals are counted from their records. */
export const NOTHING_CLOSED: RollUpProgress = { daysUntil: NEVER, hoursUntil: NEVER, groupDaysUntil: NEVER }

/** Runs one step. Returns true if more may follow. */
export async function rollUpOnce(db: Db): Promise<boolean> {
  return db.begin(async (tx) => {
    // A day with millions of rows takes longer than the deadline of a request.
    await tx.extendDeadline(10 * 60_000)
    const [row] = await tx<[{ isUnfinished: boolean }]>`
      select roll_up_stats() or roll_up_group_stats() as is_unfinished`
    return row.isUnfinished
  })
}

/**
 * The progress only moves forward, so a slightly old one is safe: days that were closed since then are counted from rows.
 */
export async function findRollUpProgress(sql: Reader): Promise<RollUpProgress> {
  const [row] = await sql<Record<keyof RollUpProgress, string | null>[]>`
    select days_until::text, hours_until, group_days_until::text from stats_progress`
  const timeOf = (text: string | null | undefined) => (text == null ? NEVER : new Date(text))
  return {
    daysUntil: timeOf(row?.daysUntil),
    hoursUntil: timeOf(row?.hoursUntil),
    groupDaysUntil: timeOf(row?.groupDaysUntil),
  }
}
