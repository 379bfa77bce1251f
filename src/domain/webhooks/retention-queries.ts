import type { Db } from '../../platform/database/db.ts'
import type { PartitionStep } from '../../platform/database/partition-steps.ts'

/** An event is dropped last: its deliveries and attempts are found by its id. */
const TABLES = ['deliveries', 'delivery_attempts', 'events']

/**
 * Makes one change: creates a partition for this week or a coming one, or drops one that is past its retention. Null drops
 * none.
 */
export async function maintainEventPartitions(
  db: Db,
  now: Date,
  retentionDays: number | null,
): Promise<PartitionStep> {
  const keptHours = retentionDays === null ? null : 24 * retentionDays
  return db.begin(async (tx) => {
    // Many rows may have to move out of the default partition.
    await tx.extendDeadline(10 * 60_000)
    for (const table of TABLES) {
      const [{ step }] = await tx<[{ step: PartitionStep }]>`
        select keep_partitions(${table}, 'week', ${now}, 2, make_interval(hours => ${keptHours}::int)) as step`
      if (step !== 'DONE') return step
    }
    return 'DONE'
  })
}

/** Returns whether there was something to fix: see `rebase_feed_positions`. */
export async function fixFeedPositions(db: Db): Promise<boolean> {
  return db.begin(async (tx) => {
    await tx.extendDeadline(null)
    const [row] = await tx<[{ fixed: boolean }]>`select rebase_feed_positions() as fixed`
    return row.fixed
  })
}
