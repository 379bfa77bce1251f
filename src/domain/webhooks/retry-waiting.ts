import { makeDeliveriesDue } from './dispatch/delivery-queries.ts'
import type { EventsDeps } from './outbox/event-notifier.ts'

const BATCH_ROWS = 1000

/** Makes a partner's waiting deliveries due now. Returns their number. */
export async function retryWaiting(deps: EventsDeps, partnerId: string): Promise<number> {
  const resumedAt = deps.now().toISOString()
  let retried = 0
  for (let count = BATCH_ROWS; count === BATCH_ROWS; retried += count)
    count = await makeDeliveriesDue(deps.db, { partnerId, resumedAt }, BATCH_ROWS)
  if (retried > 0) deps.eventNotifier.notify()
  return retried
}
