import { isDeepStrictEqual } from 'node:util'
import {
  createVoucher as createRoute,
  type NewVoucher,
  updateVoucher as updateRoute,
} from '@counterfoil/contract/admin/vouchers.ts'
import type { Money, MoneyText } from '@counterfoil/contract/money.ts'
import { VOUCHER_DEFAULTS } from '@counterfoil/contract/shapes/voucher-defaults.ts'
import type { Static } from 'typebox'
import { type Tx, transaction } from '../../platform/database/db.ts'
import { orderedId } from '../../platform/database/ordered-id.ts'
import { containing, listPage, type Page, type PageRequest } from '../../platform/input/paging.ts'
import { readMoney } from '../../platform/input/read-money.ts'
import { type Issue, invalid, issueAt, Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { mayWrite } from '../actors/may-write.ts'
import { record } from '../audit/record.ts'
import { findMerchant } from '../catalog/merchant-queries.ts'
import {
  type Approved,
  needsApproval,
  type SentForApproval,
  writeOrRequest,
} from '../guarded-changes/guard.ts'
import { isGuardedVoucherChange, termsOf } from '../guarded-changes/guarded-fields.ts'
import {
  endSchedule,
  insertVoucher,
  listForeignOutlets,
  listVouchers,
  lockVoucher,
  updateVoucher as updateVoucherRow,
  type VoucherFields,
  type VoucherRecord,
} from './queries.ts'

export async function createVoucher(
  deps: Runtime,
  caller: Caller,
  merchantId: string,
  fields: Static<typeof NewVoucher>,
): Promise<VoucherRecord | Refusal> {
  // A merchant's form may contain the default.
  const value = fields.redemptionValue ?? undefined
  if (!mayWrite(caller, createRoute, { ...fields, redemptionValue: value })) return refuse('forbidden')
  const redemptionValue = readValue(value) ?? null
  if (redemptionValue instanceof Refusal) return redemptionValue
  return transaction(deps.db, async (tx) => {
    const merchant = await findMerchant(tx, caller, merchantId)
    if (!merchant) return refuse('not_found')
    const issues = await checkOutlets(tx, merchant.id, fields)
    if (issues.length > 0) return invalid(...issues)
    const [id, now] = [orderedId(), deps.now()]
    const voucher = await insertVoucher(
      tx,
      { id, merchantId: merchant.id, ...VOUCHER_DEFAULTS, ...fields, redemptionValue },
      now,
    )
    await record(tx, { caller, at: now, action: 'voucher.create', target: `voucher:${id}`, after: voucher })
    return voucher
  })
}

export async function updateVoucher(
  deps: Runtime,
  caller: Caller,
  id: string,
  fields: Partial<VoucherFields>,
  expectedVersion: number | null,
): Promise<VoucherRecord | SentForApproval | Refusal> {
  return transaction(deps.db, (tx) => changeVoucher(tx, deps, caller, { id, fields, expectedVersion }))
}

/** Changes the fields of a voucher, or requests the change. */
export async function changeVoucher(
  tx: Tx,
  deps: Runtime,
  caller: Caller,
  update: { id: string; fields: Partial<VoucherFields>; expectedVersion: number | null },
  approved?: Approved,
): Promise<VoucherRecord | SentForApproval | Refusal> {
  const { redemptionValue: valueText, ...fields } = update.fields
  if (!mayWrite(caller, updateRoute, update.fields)) return refuse('forbidden')
  const redemptionValue = readValue(valueText)
  if (redemptionValue instanceof Refusal) return redemptionValue
  const before = await lockVoucher(tx, caller, update.id)
  if (!before) return refuse('not_found')
  if (update.expectedVersion !== null && update.expectedVersion !== before.version)
    return refuse('version_conflict')
  const issues = await checkOutlets(tx, before.merchantId, fields)
  if (issues.length > 0) return invalid(...issues)
  const [now, target] = [deps.now(), `voucher:${before.id}`]
  const owners = { merchantId: before.merchantId, partnerId: null }
  const write = async () => {
    const changes = { ...fields, ...(redemptionValue !== undefined && { redemptionValue }) }
    const updated = await updateVoucherRow(tx, before.id, changes, now)
    const lapses =
      before.publishAt !== null &&
      !isDeepStrictEqual(termsOf(before), termsOf(updated)) &&
      (await needsApproval(tx, owners))
    // The approval was for a publication with the terms of then.
    const kept = { unpublishAt: before.unpublishAt, failure: null }
    const after = lapses ? await endSchedule(tx, before.id, kept, now) : updated
    await record(tx, { caller, at: now, action: 'voucher.update', target, before, after })
    return after
  }
  const request = { kind: 'voucher.update' as const, target, ...owners, records: [before] }
  return writeOrRequest(
    tx,
    deps,
    caller,
    { ...request, payload: update.fields },
    { before, changes: update.fields, write, isGuarded: isGuardedVoucherChange, approved },
  )
}

/** Undefined: the request does not name it. */
function readValue(value: MoneyText | null | undefined): Money | null | undefined | Refusal {
  if (value === undefined) return undefined
  const paths = { amount: '/redemptionValue/amount', currency: '/redemptionValue/currency' }
  return value && readMoney(value, paths)
}

/** Answers 404 for a merchant that the caller cannot see: an empty list would look like a merchant without vouchers. */
export async function listMerchantVouchers(
  deps: Runtime,
  caller: Caller,
  merchantId: string,
  query: { limit?: number; cursor?: string; q?: string },
): Promise<Page<VoucherRecord> | Refusal> {
  if (!(await findMerchant(deps.db, caller, merchantId))) return refuse('not_found')
  const fetch = (page: PageRequest) => listVouchers(deps.db, caller, merchantId, page, containing(query.q))
  return listPage(query, fetch)
}

/** The schema cannot check outlets. They never change merchant and are never deleted, so no lock is needed. */
async function checkOutlets(
  tx: Tx,
  merchantId: string,
  { outletIds }: Partial<VoucherFields>,
): Promise<Issue[]> {
  if (!outletIds) return []
  const path = '/outletIds'
  const foreign = await listForeignOutlets(tx, merchantId, outletIds)
  // The schema compares text, and the same UUID can be written in upper or lower case.
  const repeated = new Set(outletIds.map((id) => id.toLowerCase())).size < outletIds.length
  return [
    ...foreign.map((id) => issueAt(path, 'issue.outlets', { id })),
    ...(repeated ? [issueAt(path, 'issue.outletTwice')] : []),
  ]
}
