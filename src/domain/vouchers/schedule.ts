import type { scheduleVoucher as route } from '@counterfoil/contract/admin/schedule.ts'
import type { Input } from '@counterfoil/contract/define-route.ts'
import { type Tx, transaction } from '../../platform/database/db.ts'
import { readTime } from '../../platform/input/time.ts'
import { type Issue, invalid, issueAt, type Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { record } from '../audit/record.ts'
import { lockMerchantQuotas } from '../catalog/merchant-queries.ts'
import {
  type Approved,
  needsApproval,
  requestApproval,
  type SentForApproval,
} from '../guarded-changes/guard.ts'
import { termsOf } from '../guarded-changes/guarded-fields.ts'
import { lockVoucher, updateSchedule, type VoucherRecord } from './queries.ts'
import { countPublicationsAround } from './schedule-queries.ts'

type Schedule = Input<typeof route>['body']
type Times = { publishAt: Date | null; unpublishAt: Date | null }

export async function scheduleVoucher(
  deps: Runtime,
  caller: Caller,
  id: string,
  body: Schedule,
  expectedVersion: number | null,
): Promise<VoucherRecord | SentForApproval | Refusal> {
  return transaction(deps.db, (tx) => scheduleOrRequest(tx, deps, caller, { id, body, expectedVersion }))
}

/**
 * Sets the times, or requests them. A time of publication needs the approval that the publication needs, and so does a longer
 * life of a published voucher.
 */
export async function scheduleOrRequest(
  tx: Tx,
  deps: Runtime,
  caller: Caller,
  { id, body, expectedVersion }: { id: string; body: Schedule; expectedVersion: number | null },
  approved?: Approved,
): Promise<VoucherRecord | SentForApproval | Refusal> {
  const times = { publishAt: timeOf(body.publishAt), unpublishAt: timeOf(body.unpublishAt) }
  const before = await lockVoucher(tx, caller, id)
  if (!before) return refuse('not_found')
  if (expectedVersion !== null && expectedVersion !== before.version) return refuse('version_conflict')
  const now = deps.now()
  const issues = listIssues(before, times, now)
  if (issues.length > 0) return invalid(...issues)
  const refusal = await checkAllowance(deps, tx, caller, before, times)
  if (refusal) return refusal
  const target = `voucher:${before.id}`
  const owners = { merchantId: before.merchantId, partnerId: null }
  const isGuarded = times.publishAt !== null || isProlonged(before, times)
  if (isGuarded && (await needsApproval(tx, owners, approved))) {
    const request = { kind: 'voucher.schedule' as const, target, ...owners, records: [before], payload: body }
    return requestApproval(tx, deps, caller, request, previewOf(before, times))
  }
  const { kind, id: authorId, name, role } = caller
  const author = { kind, id: authorId, name, role, isApproved: approved !== undefined }
  const after = await updateSchedule(tx, before.id, { ...times, author }, now)
  await record(tx, { caller, at: now, action: 'voucher.schedule', target, before, after })
  return after
}

/** Otherwise, a voucher that was approved until a time could stay longer. */
function isProlonged({ status, unpublishAt: end }: VoucherRecord, { unpublishAt }: Times): boolean {
  return status === 'PUBLISHED' && end !== null && (unpublishAt === null || unpublishAt > new Date(end))
}

/** The person who approves a scheduled publication approves the terms that it puts into effect. */
function previewOf(voucher: VoucherRecord, { publishAt, unpublishAt }: Times) {
  if (publishAt === null)
    return {
      before: { unpublishAt: voucher.unpublishAt },
      after: { unpublishAt: unpublishAt?.toISOString() ?? null },
    }
  const terms = Object.entries(termsOf(voucher)).filter(([, value]) => value !== null)
  return {
    before: { publishAt: voucher.publishAt, unpublishAt: voucher.unpublishAt },
    after: {
      publishAt: publishAt.toISOString(),
      unpublishAt: unpublishAt?.toISOString() ?? null,
      ...Object.fromEntries(terms),
    },
  }
}

/** The schema has checked the format. */
function timeOf(text: string | null): Date | null {
  return text === null ? null : readTime(text)
}

function listIssues({ status }: VoucherRecord, { publishAt, unpublishAt }: Times, now: Date): Issue[] {
  const isPast = (time: Date | null) => time !== null && time <= now
  const isPublished = publishAt !== null && status === 'PUBLISHED'
  return [
    ...(isPast(publishAt) ? [issueAt('/publishAt', 'issue.future')] : []),
    ...(isPublished ? [issueAt('/publishAt', 'issue.published')] : []),
    ...(isPast(unpublishAt) ? [issueAt('/unpublishAt', 'issue.future')] : []),
  ]
}

/** Otherwise a schedule would be a way around the limit of a merchant's own keys. */
async function checkAllowance(
  { config: { merchantPublicationsPerHour: limit } }: Runtime,
  tx: Tx,
  { role }: Caller,
  voucher: VoucherRecord,
  { publishAt }: Times,
): Promise<Refusal | null> {
  if (role !== 'merchant' || publishAt === null) return null
  await lockMerchantQuotas(tx, voucher.merchantId)
  const others = await countPublicationsAround(tx, voucher, publishAt)
  if (others < limit) return null
  return invalid(issueAt('/publishAt', 'issue.publications', { others, limit }))
}
