import { type Tx, transaction } from '../../platform/database/db.ts'
import { type Issue, Refusal, refuse } from '../../platform/refusal.ts'
import { record } from '../audit/record.ts'
import { lockMerchantQuotas } from '../catalog/merchant-queries.ts'
import type { Deps } from '../deps.ts'
import type { Caller } from '../staff/caller.ts'
import { splitBody, voucherPublished } from '../webhooks/events.ts'
import { enqueueFanout } from '../webhooks/outbox.ts'
import { deleteOldPublications, insertPublication, listRecentPublications } from './publication-queries.ts'
import {
  getSurroundings,
  lockVoucher,
  type Surroundings,
  updateVoucherStatus,
  type VoucherRecord,
} from './queries.ts'

/** The lock makes a second publication wait and find the first one's work done. */
export async function publishVoucher(
  deps: Deps,
  caller: Caller,
  id: string,
): Promise<(VoucherRecord & { eventsEnqueued: number }) | Refusal> {
  const published = await transaction(deps.db, async (tx) => {
    const before = await lockVoucher(tx, caller, id)
    if (!before) return refuse('not_found')
    if (before.status === 'PUBLISHED') return { ...before, eventsEnqueued: 0 }
    const [now, surroundings] = [deps.now(), await getSurroundings(tx, before)]
    const issues = missing(before, surroundings, now)
    if (issues.length > 0) return new Refusal('voucher_incomplete', { issues })
    const refusal = await countPublication(deps, tx, caller, before, now)
    if (refusal) return refusal
    const after = await updateVoucherStatus(tx, before.id, 'PUBLISHED', now)
    const isFirst = before.publishedAt === null
    const eventsEnqueued = isFirst ? await tellFavorites(tx, after, surroundings.merchantName, now) : 0
    const target = `voucher:${before.id}`
    await record(tx, { caller, at: now, action: 'voucher.publish', target, before, after })
    return { ...after, eventsEnqueued }
  })
  deps.doorbell.ring()
  return published
}

const HOUR_MS = 3_600_000

/** Of a merchant's own keys only. The first publication tells every follower, and each one changes the catalogue. */
async function countPublication(
  { config: { merchantPublicationsPerHour: limit } }: Deps,
  tx: Tx,
  { role }: Caller,
  { id, merchantId }: VoucherRecord,
  now: Date,
): Promise<Refusal | null> {
  if (role !== 'merchant') return null
  await lockMerchantQuotas(tx, merchantId)
  const anHourAgo = new Date(now.getTime() - HOUR_MS)
  const recent = await listRecentPublications(tx, merchantId, anHourAgo)
  // The one whose hour must be over before there is room.
  const oldest = recent.at(-limit)
  if (recent.length >= limit) {
    const freeAtMs = (oldest ? new Date(oldest).getTime() : now.getTime()) + HOUR_MS
    const retryAfterSeconds = Math.max(1, Math.ceil((freeAtMs - now.getTime()) / 1000))
    return refuse('publication_limit_reached', { limit, used: recent.length, retryAfterSeconds })
  }
  await deleteOldPublications(tx, merchantId, anHourAgo)
  await insertPublication(tx, { merchantId, voucherId: id, publishedAt: now })
  return null
}

/** A draft was never published and stays one. */
export async function unpublishVoucher(
  deps: Deps,
  caller: Caller,
  id: string,
): Promise<VoucherRecord | Refusal> {
  return transaction(deps.db, async (tx) => {
    const before = await lockVoucher(tx, caller, id)
    if (!before) return refuse('not_found')
    if (before.status !== 'PUBLISHED') return before
    const now = deps.now()
    const after = await updateVoucherStatus(tx, before.id, 'UNPUBLISHED', now)
    const target = `voucher:${before.id}`
    await record(tx, { caller, at: now, action: 'voucher.unpublish', target, before, after })
    return after
  })
}

function missing(voucher: VoucherRecord, around: Surroundings, now: Date): Issue[] {
  const { imagePath, codeSource, validUntil } = voucher
  const needs: [boolean, string, string][] = [
    [imagePath !== null, '/imagePath', 'needs an image'],
    [around.merchantIsActive, '/merchantId', 'the merchant is not active'],
    [around.hasActiveOutlet, '/outletIds', 'needs an active outlet where it can be redeemed'],
    [
      codeSource !== 'MANUAL' || around.hasAvailableCode,
      '/codeSource',
      'needs a code in its pool: upload some',
    ],
    [validUntil === null || new Date(validUntil) > now, '/validUntil', 'has passed'],
  ]
  return needs.flatMap(([fulfilled, path, message]) => (fulfilled ? [] : [{ path, message }]))
}

function tellFavorites(tx: Tx, voucher: VoucherRecord, merchantName: string, now: Date): Promise<number> {
  const { id: voucherId, title: voucherTitle, merchantId, valueType } = voucher
  const offer = { voucherId, voucherTitle, merchantId, merchantName, valueType }
  const pieces = splitBody((id, user) => voucherPublished({ id, createdAt: now }, { ...user, ...offer }))
  return enqueueFanout(tx, merchantId, { type: 'VOUCHER_PUBLISHED', createdAt: now, pieces })
}
