import { repeatUntilDone } from '../../../platform/database/partition-steps.ts'
import type { Runtime } from '../../../platform/runtime.ts'
import { getMonthSupply, maintainRedemptionPartitions } from './month-queries.ts'

const MIN_MONTHS_AHEAD = 2

/**
 * Creates the partitions of the next 12 months. Warns if this comes late: redemptions of a month without a partition are
 * in the default partition, and are moved now.
 */
export async function maintainRedemptionMonths(
  { db, now, log }: Pick<Runtime, 'db' | 'now' | 'log'>,
  stopping?: AbortSignal,
): Promise<void> {
  const supply = await getMonthSupply(db, now())
  if (supply.strayRows > 0) log.warn(supply, 'redemptions are in the default partition; moving them now')
  if (supply.monthsAhead < MIN_MONTHS_AHEAD)
    log.warn(supply, 'few months of redemptions have a partition; creating them now')
  await repeatUntilDone('redemptions', () => maintainRedemptionPartitions(db, now()), stopping)
}
