import { type Tx, transaction } from '../../platform/database/db.ts'
import { type Issue, issueAt, Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { record } from '../audit/record.ts'
import { lockMerchantQuotas } from '../catalog/merchant-queries.ts'
import {
  type Approved,
  type ChangeRequest,
  needsApproval,
  requestApproval,
  type SentForApproval,
} from '../guarded-changes/guard.ts'
import { termsOf } from '../guarded-changes/guarded-fields.ts'
import type { EventsDeps } from '../webhooks/outbox/event-notifier.ts'
import { splitBody, voucherPublished } from '../webhooks/outbox/events.ts'
import { enqueueFanout } from '../webhooks/outbox/outbox.ts'
import { deleteOldPublications, insertPublication, listRecentPublications } from './publication-queries.ts'
import {
  getPublicationContext,
  lockVoucher,
  type PublicationContext,
  updateVoucherStatus,
  type VoucherRecord,
} from './queries.ts'

export type Publication = VoucherRecord & { eventsEnqueued: number }

export async function publishVoucher(
  deps: EventsDeps,
  caller: Caller,
  id: string,
): Promise<Publication | SentForApproval | Refusal> {
  const published = await transaction(deps.db, (tx) =>
    publishOrRequest(tx, deps, caller, { id, expectedVersion: null }),
  )
  deps.eventNotifier.notify()
  return published
}

/**
 * Publishes a voucher, or requests its publication. The lock makes a concurrent publication wait; it then finds the voucher
 * published and changes nothing.
 */
export async function publishOrRequest(
  tx: Tx,
  deps: EventsDeps,
  caller: Caller,
  { id, expectedVersion }: { id: string; expectedVersion: number | null },
  approved?: Approved,
): Promise<Publication | SentForApproval | Refusal> {
  const before = await lockVoucher(tx, caller, id)
  if (!before) return refuse('not_found')
  if (expectedVersion !== null && expectedVersion !== before.version) return refuse('version_conflict')
  if (before.status === 'PUBLISHED') return { ...before, eventsEnqueued: 0 }
  const request = publicationRequest(before)
  if (!(await needsApproval(tx, request, approved)))
    return publishLocked(deps, tx, caller, before, deps.now())
  const issues = listMissing(before, await getPublicationContext(tx, before), deps.now())
  if (issues.length > 0) return new Refusal('voucher_incomplete', { issues })
  return requestApproval(tx, deps, caller, request, previewOf(before))
}

/** Publishes a voucher that the transaction has locked. `context` goes into the audit log. */
export async function publishLocked(
  deps: Runtime,
  tx: Tx,
  caller: Caller,
  before: VoucherRecord,
  now: Date,
  context: Record<string, unknown> = {},
): Promise<Publication | Refusal> {
  const facts = await getPublicationContext(tx, before)
  const issues = listMissing(before, facts, now)
  if (issues.length > 0) return new Refusal('voucher_incomplete', { issues })
  const refusal = await countPublication(deps, tx, caller, before, now)
  if (refusal) return refusal
  const after = await updateVoucherStatus(tx, before.id, 'PUBLISHED', now)
  const isFirst = before.publishedAt === null
  const eventsEnqueued = isFirst ? await enqueueForFollowers(tx, after, facts.merchantName, now) : 0
  const target = `voucher:${before.id}`
  await record(tx, {
    caller,
    at: now,
    action: 'voucher.publish',
    target,
    before,
    after: { ...after, ...context },
  })
  return { ...after, eventsEnqueued }
}

function publicationRequest(voucher: VoucherRecord): ChangeRequest {
  const { id, merchantId } = voucher
  const owners = { merchantId, partnerId: null }
  return { kind: 'voucher.publish', target: `voucher:${id}`, ...owners, records: [voucher], payload: {} }
}

/** The person who approves a publication approves the terms that it puts into effect. */
function previewOf(voucher: VoucherRecord) {
  const terms = Object.entries(termsOf(voucher)).filter(([, value]) => value !== null)
  return {
    before: { status: voucher.status },
    after: { status: 'PUBLISHED', ...Object.fromEntries(terms) },
  }
}

const HOUR_MS = 3_600_000

/** Limits a merchant's own keys: a first publication notifies every follower, and each one changes the catalog. */
async function countPublication(
  { config: { merchantPublicationsPerHour: limit } }: Runtime,
  tx: Tx,
  { role }: Caller,
  { id, merchantId }: VoucherRecord,
  now: Date,
): Promise<Refusal | null> {
  if (role !== 'merchant') return null
  await lockMerchantQuotas(tx, merchantId)
  const oneHourAgo = new Date(now.getTime() - HOUR_MS)
  const recent = await listRecentPublications(tx, merchantId, oneHourAgo)
  // The next publication is allowed one hour after this one.
  const oldest = recent.at(-limit)
  if (recent.length >= limit) {
    const freeAtMs = (oldest ? new Date(oldest).getTime() : now.getTime()) + HOUR_MS
    const retryAfterSeconds = Math.max(1, Math.ceil((freeAtMs - now.getTime()) / 1000))
    return refuse('publication_limit_reached', { limit, used: recent.length, retryAfterSeconds })
  }
  await deleteOldPublications(tx, merchantId, oneHourAgo)
  await insertPublication(tx, { merchantId, voucherId: id, publishedAt: now })
  return null
}

/** A draft stays a draft. */
export async function unpublishVoucher(
  deps: Runtime,
  caller: Caller,
  id: string,
): Promise<VoucherRecord | Refusal> {
  return transaction(deps.db, (tx) => unpublishIn(tx, deps, caller, id))
}

/** Unpublishes a voucher as a part of a transaction. */
export async function unpublishIn(
  tx: Tx,
  deps: Runtime,
  caller: Caller,
  id: string,
): Promise<VoucherRecord | Refusal> {
  const before = await lockVoucher(tx, caller, id)
  if (!before) return refuse('not_found')
  if (before.status !== 'PUBLISHED') return before
  return unpublishLocked(tx, caller, before, deps.now())
}

/** Unpublishes a voucher that the transaction has locked. `context` goes into the audit log. */
export async function unpublishLocked(
  tx: Tx,
  caller: Caller,
  before: VoucherRecord,
  now: Date,
  context: Record<string, unknown> = {},
): Promise<VoucherRecord> {
  const after = await updateVoucherStatus(tx, before.id, 'UNPUBLISHED', now)
  const target = `voucher:${before.id}`
  await record(tx, {
    caller,
    at: now,
    action: 'voucher.unpublish',
    target,
    before,
    after: { ...after, ...context },
  })
  return after
}

/** The requirements for being live that the voucher does not meet. */
export function listMissing(voucher: VoucherRecord, context: PublicationContext, now: Date): Issue[] {
  const { imagePath, codeSource, validUntil } = voucher
  const hasCode = codeSource !== 'MANUAL' || context.hasAvailableCode
  const isOver = validUntil !== null && new Date(validUntil) <= now
  return [
    ...(imagePath === null ? [issueAt('/imagePath', 'issue.image')] : []),
    ...(context.merchantIsActive ? [] : [issueAt('/merchantId', 'issue.merchantInactive')]),
    ...(context.hasActiveOutlet ? [] : [issueAt('/outletIds', 'issue.activeOutlet')]),
    ...(hasCode ? [] : [issueAt('/codeSource', 'issue.codes')]),
    ...(isOver ? [issueAt('/validUntil', 'issue.passed')] : []),
  ]
}

function enqueueForFollowers(
  tx: Tx,
  voucher: VoucherRecord,
  merchantName: string,
  now: Date,
): Promise<number> {
  const { id: voucherId, title: voucherTitle, merchantId, valueType } = voucher
  const offer = { voucherId, voucherTitle, merchantId, merchantName, valueType }
  const pieces = splitBody((id, user) => voucherPublished({ id, createdAt: now }, { ...user, ...offer }))
  return enqueueFanout(tx, merchantId, { type: 'VOUCHER_PUBLISHED', createdAt: now, pieces })
}
