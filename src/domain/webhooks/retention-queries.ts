import type { Db } from '../../platform/database/db.ts'

/** CHANGED: there may be more to do. LOCKED: somebody is in the way, at this moment. */
export type KeepingPartitions = 'CHANGED' | 'LOCKED' | 'DONE'

/** One change towards what is to be: partitions to come are there, those that ended long ago are not. */
export async function keepEventPartitions(db: Db, now: Date, keptDays: number): Promise<KeepingPartitions> {
  return db.begin(async (tx) => {
    // Rows that had no partition of their own may be many.
    await tx.extendDeadline(10 * 60_000)
    const [kept] = await tx<[{ kept: KeepingPartitions }]>`
      select keep_event_partitions(${now}, make_interval(hours => ${24 * keptDays})) as kept`
    return kept.kept
  })
}

/** Whether there was something to mend: see `mend_feed_positions`. */
export async function mendFeedPositions(db: Db): Promise<boolean> {
  return db.begin(async (tx) => {
    await tx.extendDeadline(null)
    const [mended] = await tx<[{ mended: boolean }]>`select mend_feed_positions() as mended`
    return mended.mended
  })
}
