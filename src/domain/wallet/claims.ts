import { transaction } from '../../platform/database/db.ts'
import { orderedId } from '../../platform/database/ordered-id.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { Consumer } from '../actors/consumer.ts'
import { timeOf } from '../partners/partner-time.ts'
import { isInScope } from '../partners/scope.ts'
import { requireUser, type UsersDeps } from '../users/current-user.ts'
import type { EventsDeps } from '../webhooks/outbox/event-notifier.ts'
import { claimCreated } from '../webhooks/outbox/events.ts'
import { enqueueEvents } from '../webhooks/outbox/outbox.ts'
import {
  type ClaimableVoucher,
  type ClaimRecord,
  findClaim,
  findClaimableVoucher,
  insertClaim,
} from './queries.ts'

/** Adds a voucher to the user's wallet. A repeated claim returns the original one. */
export async function claimVoucher(
  deps: UsersDeps & EventsDeps,
  consumer: Consumer,
  voucherId: string,
): Promise<{ claim: ClaimRecord; isNew: boolean } | Refusal> {
  const user = await requireUser(deps, consumer)
  if (user instanceof Refusal) return user
  const { partner, externalUserId, isClientConnected } = consumer
  const claimed = await transaction(deps.db.withLimits({ isClientConnected }), async (tx) => {
    const voucher = await findClaimableVoucher(tx, voucherId)
    if (!voucher || voucher.status === 'DRAFT') return refuse('voucher_not_found')
    if (!isInScope(partner, voucher.merchant)) return refuse('voucher_out_of_scope')
    // This comes before all other rules: an earlier claim stays valid, whatever has happened to the voucher since.
    const earlier = await findClaim(tx, user.id, voucher.id)
    if (earlier) return { claim: earlier, isNew: false }
    const now = timeOf(partner, deps.now())
    const refusal = claimRefusal(voucher, now)
    if (refusal) return refusal
    const claim = { id: orderedId(), userId: user.id, voucherId: voucher.id, claimedAt: now.toISOString() }
    const inserted = await insertClaim(tx, claim)
    if (!inserted) return { claim: (await findClaim(tx, user.id, voucher.id)) as ClaimRecord, isNew: false }
    const event = claimCreated(
      { id: orderedId(), createdAt: now },
      {
        userId: user.id,
        externalUserId,
        claimId: claim.id,
        voucherId: voucher.id,
        voucherTitle: voucher.title,
        merchantId: voucher.merchant.id,
      },
    )
    await enqueueEvents(tx, [{ partnerId: partner.id, event }])
    return { claim: inserted, isNew: true }
  })
  if (!(claimed instanceof Refusal) && claimed.isNew) deps.eventNotifier.notify()
  return claimed
}

/** Only the end of the validity period matters for a claim; its start and the redemption window do not. */
function claimRefusal(
  { claimFlow, status, merchant, validUntil }: ClaimableVoucher,
  now: Date,
): Refusal | null {
  if (claimFlow !== 'WALLET') return refuse('voucher_not_claimable')
  if (status !== 'PUBLISHED' || !merchant.isActive) return refuse('voucher_inactive')
  if (validUntil !== null && new Date(validUntil) <= now) return refuse('voucher_expired')
  return null
}
