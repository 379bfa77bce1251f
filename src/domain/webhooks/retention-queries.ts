import type { Db } from '../../platform/database/db.ts'
import type { PartitionStep } from '../../platform/database/partition-steps.ts'

/** Makes one change: creates a partition for this week or a coming one, or drops one that is past its retention. */
export async function maintainEventPartitions(
  db: Db,
  now: Date,
  retentionDays: number,
): Promise<PartitionStep> {
  return db.begin(async (tx) => {
    // Many rows may have to move from the default partition to their own.
    await tx.extendDeadline(10 * 60_000)
    const [row] = await tx<[{ step: PartitionStep }]>`
      select keep_event_partitions(${now}, make_interval(hours => ${24 * retentionDays})) as step`
    return row.step
  })
}

/** Returns whether there was something to fix: see `mend_feed_positions`. */
export async function fixFeedPositions(db: Db): Promise<boolean> {
  return db.begin(async (tx) => {
    await tx.extendDeadline(null)
    const [row] = await tx<[{ fixed: boolean }]>`select mend_feed_positions() as fixed`
    return row.fixed
  })
}
