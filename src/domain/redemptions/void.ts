import { type Tx, transaction } from '../../platform/database/db.ts'
import { orderedId } from '../../platform/database/ordered-id.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { record } from '../audit/record.ts'
import { timeOf } from '../partners/partner-time.ts'
import { findClockOffset } from '../partners/queries.ts'
import { adjustStatement, lockCountingMonth } from '../statements/adjustments.ts'
import type { EventsDeps } from '../webhooks/outbox/event-notifier.ts'
import { redemptionVoided } from '../webhooks/outbox/events.ts'
import { enqueueEvents } from '../webhooks/outbox/outbox.ts'
import {
  type AdminRedemptionRecord,
  findRedemption,
  lockRedemption,
  lockUserQuota,
  lockVoucherQuota,
  updateToVoided,
  type WholeRedemption,
} from './admin-queries.ts'

/**
 * Voids a redemption, once. The user's quota and the voucher's cap for the cycle are given back. The row stays, its code
 * stays dispensed, and its partner is notified. Locks the statement month first, then the counters before the row, in the
 * same order as `write_redemptions`.
 */
export async function voidRedemption(
  deps: EventsDeps,
  caller: Caller,
  id: string,
  reason: string,
): Promise<AdminRedemptionRecord | Refusal> {
  const voided = await transaction(deps.db, (tx) => voidIn(tx, deps, caller, id, reason))
  if (!(voided instanceof Refusal)) deps.eventNotifier.notify()
  return voided
}

/** Voids a redemption as a part of a transaction. The caller notifies the dispatcher after the commit. */
export async function voidIn(
  tx: Tx,
  deps: Runtime,
  caller: Caller,
  id: string,
  reason: string,
): Promise<AdminRedemptionRecord | Refusal> {
  const found = await findRedemption(tx, caller, id)
  if (!found) return refuse('not_found')
  if (found.voidedAt !== null) return found
  const month = await lockCountingMonth(tx, found, deps.now())
  await lockUserQuota(tx, found)
  await lockVoucherQuota(tx, found)
  const before = await lockRedemption(tx, caller, id)
  if (!before) return refuse('not_found')
  if (before.voidedAt !== null) return before
  const at = deps.now()
  const now = timeOf({ clockOffsetMs: await findClockOffset(tx, before.partnerId) }, at)
  await updateToVoided(tx, id, reason, now)
  const after = (await findRedemption(tx, caller, id)) as AdminRedemptionRecord
  await adjustStatement(tx, month, { before, after }, at)
  await enqueueEvents(tx, [{ partnerId: before.partnerId, event: eventOf(before, reason, now) }])
  await record(tx, {
    ...{ caller, at, action: 'redemption.void', target: `redemption:${before.id}` },
    ...{ before: stateOf(before), after: stateOf(after) },
  })
  return after
}

function eventOf(redemption: WholeRedemption, reason: string, now: Date) {
  const facts = { ...redemption, redemptionId: redemption.id, reason, voidedAt: now.toISOString() }
  return redemptionVoided({ id: orderedId(), createdAt: now }, facts)
}

/** Leaves out the code and the reason, which may concern the user: no entry of the audit log can be erased. */
function stateOf({ voidedAt }: AdminRedemptionRecord) {
  return { voidedAt }
}
