import { type Tx, transaction } from '../../platform/database/db.ts'
import { invalid, issueAt, Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { record } from '../audit/record.ts'
import { adjustStatement, lockCountingMonth } from '../statements/adjustments.ts'
import type { EventsDeps } from '../webhooks/outbox/event-notifier.ts'
import {
  type AdminRedemptionRecord,
  findRedemption,
  lockRedemption,
  type Review,
  updateReview,
} from './admin-queries.ts'
import { voidIn } from './void.ts'

type ReviewInput = {
  outcome: Review['outcome']
  note?: string | null
  /** Also voids the redemption, in the same transaction. For a rejection only. */
  voidReason?: string
}

/**
 * Records the review. A rejection takes the redemption out of the net number of its statement and changes nothing else. A
 * later review replaces it; the audit log keeps both, but not their notes.
 */
export async function reviewRedemption(
  deps: EventsDeps,
  caller: Caller,
  id: string,
  input: ReviewInput,
): Promise<AdminRedemptionRecord | Refusal> {
  const reviewed = await transaction(deps.db, (tx) => reviewIn(tx, deps, caller, id, input))
  if (!(reviewed instanceof Refusal) && input.voidReason !== undefined) deps.eventNotifier.notify()
  return reviewed
}

/** Records a review as a part of a transaction. With a void, the caller notifies the dispatcher after the commit. */
export async function reviewIn(
  tx: Tx,
  deps: Runtime,
  caller: Caller,
  id: string,
  { outcome, note = null, voidReason }: ReviewInput,
): Promise<AdminRedemptionRecord | Refusal> {
  if (voidReason !== undefined) {
    if (outcome !== 'REJECTED') return invalid(issueAt('/voidReason', 'issue.needsOutcome'))
    // The void comes first: it has more locks.
    const voided = await voidIn(tx, deps, caller, id, voidReason)
    if (voided instanceof Refusal) return voided
  }
  const found = await findRedemption(tx, caller, id)
  if (!found) return refuse('not_found')
  const month = await lockCountingMonth(tx, found, deps.now())
  const before = await lockRedemption(tx, caller, id)
  if (!before) return refuse('not_found')
  const now = deps.now()
  const reviewedBy = `${caller.kind}:${caller.id ?? caller.name}`
  await updateReview(tx, id, { outcome, note, reviewedBy }, now)
  const after = (await findRedemption(tx, caller, id)) as AdminRedemptionRecord
  await adjustStatement(tx, month, { before, after }, now)
  await record(tx, {
    ...{ caller, at: now, action: 'redemption.review', target: `redemption:${before.id}` },
    ...{ before: stateOf(before), after: stateOf(after) },
  })
  return after
}

/** The note is left out, because it may say something about the user, and no entry of the audit log can be erased. */
function stateOf({ review }: AdminRedemptionRecord) {
  if (review === null) return { review }
  const { note, reviewedByName: _, ...facts } = review
  return { review: { ...facts, hasNote: note !== null } }
}
