import { type Tx, transaction } from '../../platform/database/db.ts'
import { issueAt, Refusal } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { SYSTEM } from '../actors/caller.ts'
import { record } from '../audit/record.ts'
import { lockMerchantQuotas } from '../catalog/merchant-queries.ts'
import { needsApproval } from '../guarded-changes/guard.ts'
import type { EventsDeps } from '../webhooks/outbox/event-notifier.ts'
import { publishLocked, unpublishLocked } from './publication.ts'
import { insertPublication } from './publication-queries.ts'
import {
  endSchedule,
  listDueVouchers,
  lockDueVoucher,
  type ScheduleAuthor,
  type VoucherRecord,
} from './queries.ts'

const BATCH_SIZE = 100
/** A voucher that is done later than this is late. */
const LATE_SECONDS = 60

/**
 * Publishes and unpublishes the vouchers whose time has come, each in its own transaction. A voucher that another worker has
 * locked is left to that worker. One that fails unexpectedly does not stop the others, and is tried again in the next run.
 */
export async function settleDueSchedules(deps: EventsDeps, stopping?: AbortSignal): Promise<void> {
  const tried: string[] = []
  while (!stopping?.aborted) {
    const ids = await listDueVouchers(deps.db, deps.now(), { without: tried, limit: BATCH_SIZE })
    if (ids.length === 0) return
    for (const id of ids) {
      if (stopping?.aborted) return
      tried.push(id)
      await settle(deps, id).catch((err) => deps.log.warn({ err, voucherId: id }, 'a schedule failed'))
    }
  }
}

type Outcome = {
  voucherId: string
  did: 'published' | 'unpublished' | 'not published' | 'nothing'
  lateBySeconds?: number
}

async function settle(deps: EventsDeps, id: string): Promise<void> {
  const outcome = await transaction(deps.db, async (tx) => {
    const now = deps.now()
    const due = await lockDueVoucher(tx, id, now)
    return due && settleLocked(deps, tx, due, now)
  })
  if (outcome === null || outcome instanceof Refusal) return
  if (outcome.did === 'published') deps.eventNotifier.notify()
  const isBad = outcome.did === 'not published' || outcome.lateBySeconds !== undefined
  deps.log[isBad ? 'warn' : 'info'](
    outcome,
    isBad && outcome.did !== 'not published' ? 'a schedule was settled late' : 'a schedule was settled',
  )
}

type Due = { voucher: VoucherRecord; author: ScheduleAuthor }

/** If both times have passed, users never see the voucher: it would appear only to disappear. */
async function settleLocked(deps: Runtime, tx: Tx, { voucher, author }: Due, now: Date): Promise<Outcome> {
  const { id: voucherId, status, publishAt, unpublishAt } = voucher
  const isOver = unpublishAt !== null && new Date(unpublishAt) <= now
  if (status === 'PUBLISHED' && isOver) {
    const context = contextOf(unpublishAt, author, now)
    await unpublishLocked(tx, SYSTEM, voucher, now, context)
    return { voucherId, did: 'unpublished', ...lateOf(context) }
  }
  // Published or unpublished by hand before a time came: nothing is left to do at that time.
  if (status === 'PUBLISHED' || publishAt === null) {
    const after = await endSchedule(
      tx,
      voucherId,
      { unpublishAt: isOver ? null : unpublishAt, failure: null },
      now,
    )
    await record(tx, {
      caller: SYSTEM,
      at: now,
      action: 'voucher.schedule',
      target: `voucher:${voucherId}`,
      before: voucher,
      after,
    })
    return { voucherId, did: 'nothing' }
  }
  const context = contextOf(publishAt, author, now)
  const obstacle = isOver ? TOO_LATE : await findMissingApproval(tx, voucher, author)
  const published = obstacle
    ? new Refusal('voucher_incomplete', { issues: [obstacle] })
    : await publishLocked(deps, tx, SYSTEM, voucher, now, context)
  if (published instanceof Refusal) {
    await fail(tx, voucher, published, context, now)
    return { voucherId, did: 'not published', ...lateOf(context) }
  }
  await countForMerchant(tx, voucher, author, now)
  return { voucherId, did: 'published', ...lateOf(context) }
}

const TOO_LATE = issueAt('/unpublishAt', 'issue.passed')

/** The schedule may be older than the setting that changes need approval. */
async function findMissingApproval(tx: Tx, { merchantId }: VoucherRecord, { isApproved }: ScheduleAuthor) {
  const needsIt = !isApproved && (await needsApproval(tx, { merchantId, partnerId: null }))
  return needsIt ? issueAt('/publishAt', 'issue.approval') : null
}

type Context = { scheduledBy: Pick<ScheduleAuthor, 'kind' | 'id' | 'name'>; lateBySeconds?: number }

function contextOf(dueAt: string, { kind, id, name }: ScheduleAuthor, now: Date): Context {
  const lateBySeconds = Math.floor((now.getTime() - Date.parse(dueAt)) / 1000)
  return { scheduledBy: { kind, id, name }, ...(lateBySeconds >= LATE_SECONDS && { lateBySeconds }) }
}

function lateOf({ lateBySeconds }: Context) {
  return lateBySeconds === undefined ? {} : { lateBySeconds }
}

/** The time to unpublish stays, because somebody may still publish the voucher by hand. */
async function fail(
  tx: Tx,
  before: VoucherRecord,
  refusal: Refusal,
  context: Context,
  now: Date,
): Promise<void> {
  const { id, publishAt, unpublishAt } = before
  const issues = refusal.issues ?? []
  const isOver = unpublishAt !== null && new Date(unpublishAt) <= now
  const failure = { at: now.toISOString(), publishAt: publishAt as string, issues }
  const after = await endSchedule(tx, id, { unpublishAt: isOver ? null : unpublishAt, failure }, now)
  await record(tx, {
    caller: SYSTEM,
    at: now,
    action: 'voucher.schedule.fail',
    target: `voucher:${id}`,
    before,
    after: {
      ...after,
      ...context,
      missing: issues.map(({ path, message }) => `${path.slice(1)} ${message}`),
    },
  })
}

/** A merchant's publications by hand in the next hour are limited by this one, too. */
async function countForMerchant(
  tx: Tx,
  { id: voucherId, merchantId }: VoucherRecord,
  { role }: ScheduleAuthor,
  publishedAt: Date,
): Promise<void> {
  if (role !== 'merchant') return
  await lockMerchantQuotas(tx, merchantId)
  await insertPublication(tx, { merchantId, voucherId, publishedAt })
}
