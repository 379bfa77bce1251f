import { askCells } from '../../platform/cells/merge.ts'
import { transaction } from '../../platform/database/db.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { Caller } from '../actors/caller.ts'
import { record } from '../audit/record.ts'
import { lockPartner } from '../partners/queries.ts'
import { makeUndeliveredDue } from './dispatch/delivery-queries.ts'
import { LEASE_MS } from './dispatch/dispatcher.ts'
import { endDeliverNow, listDeliverNowRequests, upsertDeliverNow } from './dispatch/endpoint-queries.ts'
import { countUndelivered } from './dispatch/undelivered-queries.ts'
import type { EventsDeps } from './outbox/event-notifier.ts'

/** A million deliveries may be undelivered. Small batches keep each transaction short and its locks few. */
const BATCH_SIZE = 1000

/** Asks the workers to send all undelivered deliveries of a partner. Returns their number. */
export async function deliverNow(
  deps: EventsDeps,
  caller: Caller,
  partnerId: string,
): Promise<{ deliveries: number } | Refusal> {
  const requested = await transaction(deps.db, async (tx) => {
    const partner = await lockPartner(tx, caller, partnerId)
    if (!partner) return refuse('not_found')
    if (partner.webhookUrl === null) return refuse('no_webhook_url')
    const now = deps.now()
    const counts = await askCells({ ...deps, db: tx }, ({ db }) => countUndelivered(db, partnerId))
    const deliveries = counts.reduce((sum, count) => sum + count, 0)
    await upsertDeliverNow(tx, partnerId, now)
    await record(tx, {
      caller,
      at: now,
      action: 'partner.webhook.deliver_now',
      target: `partner:${partnerId}`,
      after: { deliveries },
    })
    return { deliveries }
  })
  if (!(requested instanceof Refusal)) deps.eventNotifier.notify()
  return requested
}

/**
 * Makes the undelivered deliveries of requests due. A request stays open for the length of a lease: an attempt that was in
 * flight when the request came is recorded by then, and if it failed, its delivery becomes due too.
 */
export async function workOffDeliverNow(
  { db, cells, eventNotifier, now }: Pick<EventsDeps, 'db' | 'cells' | 'eventNotifier' | 'now'>,
  stopping?: AbortSignal,
): Promise<void> {
  for (const request of await listDeliverNowRequests(db)) {
    const isLastRound = now().getTime() - Date.parse(request.requestedAt) >= LEASE_MS
    for (const cell of await cells.all()) {
      while ((await makeUndeliveredDue(cell.db, request, BATCH_SIZE)) > 0) {
        eventNotifier.notify()
        if (stopping?.aborted) return
      }
    }
    if (isLastRound) await endDeliverNow(db, request)
  }
}
