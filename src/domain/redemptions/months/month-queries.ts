import type { Db, Reader } from '../../../platform/database/db.ts'
import type { PartitionStep } from '../../../platform/database/partition-steps.ts'

/** Makes one change: creates the partition of this or a later month, or of one with rows in the default partition. */
export async function maintainRedemptionPartitions(db: Db, now: Date): Promise<PartitionStep> {
  return db.begin(async (tx) => {
    // Many rows may have to move out of the default partition.
    await tx.extendDeadline(10 * 60_000)
    const [row] = await tx<[{ step: PartitionStep }]>`
      select keep_partitions('redemptions', 'month', ${now}, 12, null) as step`
    return row.step
  })
}

export type MonthSupply = {
  /** How many of the next 12 months have a partition. */
  monthsAhead: number
  /** The number of rows in the default partition that belong to a month, counted up to 1,000. */
  strayRows: number
}

export async function getMonthSupply(sql: Reader, now: Date): Promise<MonthSupply> {
  const [row] = await sql<[MonthSupply]>`
    select (
      select count(*)::int
      from generate_series(1, 12) as n
      cross join lateral (select period_start('month', ${now}, n) as starts_at) as month
      where to_regclass(partition_name('redemptions', 'month', starts_at)) is not null
    ) as months_ahead,
    (
      select count(*)::int from (
        select from redemptions_default where id < uuid_v7_floor(period_start('month', ${now}, 13)) limit 1000
      ) as stray
    ) as stray_rows`
  return row
}
