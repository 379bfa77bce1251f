import type { Db, Reader } from '../../platform/database/db.ts'

/** Days before `daysUntil` and hours before `hoursUntil` are closed: see `migrations/0019_figures_by_day.sql`. */
export type Progress = { daysUntil: Date; hoursUntil: Date }

/** One step; true when there may be another. */
export async function rollUpOnce(db: Db): Promise<boolean> {
  return db.begin(async (tx) => {
    // A day of millions takes longer than a request may.
    await tx.extendDeadline(10 * 60_000)
    const [row] = await tx<[{ isUnfinished: boolean }]>`select roll_up_figures() as is_unfinished`
    return row.isUnfinished
  })
}

/** Only ever moves on, so one that was read a moment ago is as good: what has been closed since is counted live. */
export async function findProgress(sql: Reader): Promise<Progress> {
  const [row] = await sql<{ daysUntil: string | null; hoursUntil: string | null }[]>`
    select days_until::text, hours_until from figures_progress`
  const timeOf = (text: string | null | undefined) => new Date(text ?? -8.64e15)
  return { daysUntil: timeOf(row?.daysUntil), hoursUntil: timeOf(row?.hoursUntil) }
}
