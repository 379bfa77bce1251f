import type { createTestRedemption, publishTestVoucher } from '@counterfoil/contract/integration/sandbox.ts'
import type { Static } from 'typebox'
import { transaction } from '../../platform/database/db.ts'
import { orderedId } from '../../platform/database/ordered-id.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { Caller } from '../actors/caller.ts'
import type { PartnerEntry } from '../actors/partner.ts'
import type { CatalogDeps } from '../catalog/catalog-cache.ts'
import { SentForApproval } from '../guarded-changes/guard.ts'
import type { ImagesDeps } from '../images/image-library.ts'
import { timeOf } from '../partners/partner-time.ts'
import type { Outcome } from '../redemptions/engine/redemption-queue.ts'
import { type RedeemingDeps, redeemRequest } from '../redemptions/redeem.ts'
import { voidRedemption } from '../redemptions/void.ts'
import { findOutletPositions } from '../refusals/queries.ts'
import { publishVoucher } from '../vouchers/publication.ts'
import { insertVoucher } from '../vouchers/queries.ts'
import type { EventsDeps } from '../webhooks/outbox/event-notifier.ts'
import { VOUCHER } from './build-scenarios.ts'
import { findOutletFor, hasTestMerchant } from './queries.ts'
import { storeScenarioPicture } from './scenario-picture.ts'

/** Redeems as the user's device would, at the outlet or without a position. */
export async function simulateRedemption(
  deps: RedeemingDeps,
  partner: PartnerEntry,
  { externalUserId, outcome = 'SUCCESS', ...input }: Static<typeof createTestRedemption.body>,
  requestId: string,
): Promise<Outcome> {
  const voucherId = input.voucherId.toLowerCase()
  // An unknown voucher has no outlet, and is refused before the outlet is checked.
  const outletId =
    input.outletId?.toLowerCase() ?? (await findOutletFor(deps.db, partner.id, voucherId)) ?? voucherId
  const positions = await findOutletPositions(deps.db, [outletId])
  const consumer = outcome === 'FLAGGED' ? null : (positions.get(outletId) ?? null)
  const user = {
    partner,
    externalUserId,
    claims: { email: null, displayName: null },
    isClientConnected: () => true,
  }
  const request = {
    ...{ partner, externalUserId, voucherId, outletId, consumer },
    ...{ method: 'TEST' as const, pin: '', deviceId: null, gpsAccuracyMeters: null, idempotency: null },
  }
  return redeemRequest(deps, user, request, requestId)
}

const DEFAULT_REASON = 'Voided in the sandbox.'

export async function simulateVoid(
  deps: EventsDeps,
  partner: PartnerEntry,
  { redemptionId, reason = DEFAULT_REASON }: { redemptionId: string; reason?: string },
): Promise<{ redemptionId: string; voidedAt: string; reason: string } | Refusal> {
  const voided = await voidRedemption(deps, staffOf(partner), redemptionId.toLowerCase(), reason)
  if (voided instanceof Refusal) return voided
  return { redemptionId: voided.id, voidedAt: voided.voidedAt ?? '', reason: voided.voidReason ?? '' }
}

/** Publishes a new voucher of a test merchant, as its staff would do. */
export async function simulatePublication(
  deps: CatalogDeps & ImagesDeps & EventsDeps,
  partner: PartnerEntry,
  { merchantId: inputId, title = 'New in the sandbox' }: Static<typeof publishTestVoucher.body>,
): Promise<{ voucherId: string; eventsEnqueued: number } | Refusal> {
  const merchantId = inputId.toLowerCase()
  const now = () => timeOf(partner, deps.now())
  if (!(await hasTestMerchant(deps.db, partner.id, merchantId))) return refuse('merchant_not_found')
  const id = orderedId()
  const imagePath = await storeScenarioPicture(deps)
  await transaction(deps.db, (tx) =>
    insertVoucher(tx, { ...VOUCHER, imagePath, id, merchantId, title, description: null }, now()),
  )
  const published = await publishVoucher({ ...deps, now }, staffOf(partner), id)
  deps.catalog.changedHere()
  if (published instanceof Refusal) return published
  if (published instanceof SentForApproval) throw new Error('test merchants need no approval')
  return { voucherId: id, eventsEnqueued: published.eventsEnqueued }
}

/** A caller that acts for the partner: it reaches only the partner's own sandbox. */
export function staffOf({ id, name }: PartnerEntry): Caller {
  return {
    kind: 'system',
    id: null,
    name: `sandbox of ${name}`,
    role: 'partner',
    merchantIds: null,
    partnerId: id,
  }
}
