import { repeatUntilDone } from '../../platform/database/partition-steps.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { fixFeedPositions, maintainEventPartitions } from './retention-queries.ts'

/** A whole week of events, deliveries and attempts is dropped when all of it is older than EVENTS_KEPT_DAYS. */
export async function maintainPartitions(
  { db, now, config }: Pick<Runtime, 'db' | 'now' | 'config'>,
  stopping?: AbortSignal,
): Promise<void> {
  await repeatUntilDone('events', () => maintainEventPartitions(db, now(), config.keptDays.events), stopping)
}

/**
 * Fixes the feed's order, and creates partitions if possible. This runs before anything reads or writes events, in every
 * process, and drops nothing: a command may run without the EVENTS_KEPT_DAYS of the workers.
 */
export async function prepareEventStorage(deps: Pick<Runtime, 'db' | 'now' | 'log'>): Promise<void> {
  if (await fixFeedPositions(deps.db))
    deps.log.info('this database comes from another cluster: feed positions adjusted')
  const { db, now } = deps
  await repeatUntilDone('events', () => maintainEventPartitions(db, now(), null)).catch((error) =>
    deps.log.warn({ err: error }, 'partitions not created; events go to the default partition for now'),
  )
}
