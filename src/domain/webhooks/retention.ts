import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../deps.ts'
import { keepEventPartitions, mendFeedPositions } from './retention-queries.ts'

/** Events, deliveries and attempts; dropped by the week, so that none goes before its time. */
export const KEPT_DAYS = 30

/** While a transaction has the tables open, nobody waits for it for long: not we, nor whoever would wait behind us. */
const TRIES = 5
const BETWEEN_TRIES_MS = 300

export async function keepPartitions(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  stopping?: AbortSignal,
): Promise<void> {
  for (let tries = 0; !stopping?.aborted; ) {
    const kept = await keepEventPartitions(db, now(), KEPT_DAYS)
    if (kept === 'DONE') return
    tries = kept === 'LOCKED' ? tries + 1 : 0
    if (tries === TRIES) throw new Error('somebody holds the events open: their partitions have to wait')
    if (kept === 'LOCKED') await sleep(BETWEEN_TRIES_MS)
  }
}

/** Before anybody reads or writes an event: the feed in order, and partitions if they can be had. */
export async function prepareEvents(deps: Pick<Deps, 'db' | 'now' | 'log'>): Promise<void> {
  if (await mendFeedPositions(deps.db)) deps.log.info('the feed goes on from another database cluster')
  await keepPartitions(deps).catch((error) =>
    deps.log.warn({ err: error }, 'events go to the default partition until theirs is there'),
  )
}
