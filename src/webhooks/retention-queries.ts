import type { Db } from '../db.ts'

/** Partitions of events, deliveries and attempts: those to come are there, those that ended long ago are not. */
export async function keepEventPartitions(db: Db, now: Date, keptDays: number): Promise<void> {
  await db`select keep_event_partitions(${now}, make_interval(days => ${keptDays}))`
}
