import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../deps.ts'
import { fixFeedPositions, maintainEventPartitions } from './retention-queries.ts'

/** If another transaction uses the tables, we give up soon: while we wait for our lock, all others wait behind us. */
const MAX_TRIES = 5
const RETRY_DELAY_MS = 300

/** A whole week of events, deliveries and attempts is dropped when all of it is older than EVENTS_KEPT_DAYS. */
export async function maintainPartitions(
  { db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>,
  stopping?: AbortSignal,
): Promise<void> {
  for (let tries = 0; !stopping?.aborted; ) {
    const step = await maintainEventPartitions(db, now(), config.keptDays.events)
    if (step === 'DONE') return
    tries = step === 'LOCKED' ? tries + 1 : 0
    if (tries === MAX_TRIES)
      throw new Error('another transaction is using the events: partitions not changed')
    if (step === 'LOCKED') await sleep(RETRY_DELAY_MS)
  }
}

/** Runs before anything reads or writes events: fixes the feed's order, and creates partitions if possible. */
export async function prepareEventStorage(deps: Pick<Deps, 'db' | 'now' | 'log' | 'config'>): Promise<void> {
  if (await fixFeedPositions(deps.db))
    deps.log.info('this database comes from another cluster: feed positions adjusted')
  await maintainPartitions(deps).catch((error) =>
    deps.log.warn({ err: error }, 'partitions not created; events go to the default partition for now'),
  )
}
