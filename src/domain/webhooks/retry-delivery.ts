import { type Tx, transaction } from '../../platform/database/db.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { record } from '../audit/record.ts'
import { findPartner } from '../partners/queries.ts'
import { type DeliveryRecord, lockDelivery } from './delivery-list-queries.ts'
import { updateToRetried } from './dispatch/delivery-queries.ts'
import type { EventsDeps } from './outbox/event-notifier.ts'

/** Sends a delivery again now, whatever its state. */
export async function retryDelivery(
  deps: EventsDeps,
  caller: Caller,
  id: string,
): Promise<DeliveryRecord | Refusal> {
  const retried = await transaction(deps.db, (tx) => retryIn(tx, deps, caller, id))
  if (!(retried instanceof Refusal)) deps.eventNotifier.notify()
  return retried
}

/** Makes a delivery due as a part of a transaction. The caller notifies the dispatcher after the commit. */
export async function retryIn(
  tx: Tx,
  deps: Runtime,
  caller: Caller,
  id: string,
): Promise<DeliveryRecord | Refusal> {
  const before = await lockDelivery(tx, caller, id)
  if (!before) return refuse('not_found')
  const partner = await findPartner(tx, caller, before.partnerId)
  if (!partner?.webhookUrl) return refuse('no_webhook_url')
  const now = deps.now()
  await updateToRetried(tx, id, now)
  const after = (await lockDelivery(tx, caller, id)) as DeliveryRecord
  await record(tx, { caller, at: now, action: 'delivery.retry', target: `delivery:${id}`, before, after })
  return after
}
