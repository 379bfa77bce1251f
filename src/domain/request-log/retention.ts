import { repeatUntilDone } from '../../platform/database/partition-steps.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { maintainRequestPartitions } from './queries.ts'

export const REQUESTS_KEPT_DAYS = 7

/** Creates the partitions of future days, and drops those past their retention. */
export async function maintainRequestLog(
  { db, now }: Pick<Runtime, 'db' | 'now'>,
  stopping?: AbortSignal,
): Promise<void> {
  await repeatUntilDone(
    'request log',
    () => maintainRequestPartitions(db, now(), REQUESTS_KEPT_DAYS),
    stopping,
  )
}
