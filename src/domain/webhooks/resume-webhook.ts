import { transaction } from '../../platform/database/db.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { Caller } from '../actors/caller.ts'
import { record } from '../audit/record.ts'
import { findPartner, lockPartner, type PartnerRecord } from '../partners/queries.ts'
import { makeDeliveriesDue } from './dispatch/delivery-queries.ts'
import { endResumption, listResumptions, resumeEndpoint } from './dispatch/endpoint-queries.ts'
import type { EventsDeps } from './outbox/event-notifier.ts'

/** A million deliveries may be waiting. Small batches keep each transaction short and its locks few. */
const BATCH_SIZE = 1000

export async function resumeWebhook(
  deps: EventsDeps,
  caller: Caller,
  partnerId: string,
): Promise<PartnerRecord | Refusal> {
  const resumed = await transaction(deps.db, async (tx) => {
    const before = await lockPartner(tx, caller, partnerId)
    if (!before) return refuse('not_found')
    if (before.webhookUrl === null) return refuse('no_webhook_url')
    if (before.webhookPausedAt === null) return before
    const now = deps.now()
    await resumeEndpoint(tx, partnerId, now)
    const after = (await findPartner(tx, caller, partnerId)) as PartnerRecord
    const target = `partner:${partnerId}`
    await record(tx, { caller, at: now, action: 'partner.webhook.resume', target, before, after })
    return after
  })
  if (!(resumed instanceof Refusal)) deps.eventNotifier.notify()
  return resumed
}

/** After an endpoint was resumed or got a new URL, makes its failed deliveries due, in all cells. */
export async function makeResumedDeliveriesDue(
  { db, cells, eventNotifier }: Pick<EventsDeps, 'db' | 'cells' | 'eventNotifier'>,
  stopping?: AbortSignal,
): Promise<void> {
  for (const resumption of await listResumptions(db)) {
    for (const cell of await cells.all()) {
      while ((await makeDeliveriesDue(cell.db, resumption, BATCH_SIZE)) > 0) {
        eventNotifier.notify()
        if (stopping?.aborted) return
      }
    }
    await endResumption(db, resumption)
  }
}
