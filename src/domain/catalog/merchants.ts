import type { DeactivationCheck } from '@counterfoil/contract/admin/deactivation-check.ts'
import { type NewMerchant, updateMerchant as route } from '@counterfoil/contract/admin/merchants.ts'
import type { Static } from 'typebox'
import { transaction } from '../../platform/database/db.ts'
import { orderedId } from '../../platform/database/ordered-id.ts'
import { invalid, type Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { mayWrite } from '../actors/may-write.ts'
import { record } from '../audit/record.ts'
import {
  countLiveOffers,
  findMerchant,
  getMerchant,
  insertMerchant,
  lockMerchant,
  type MerchantFields,
  type MerchantRecord,
  type MerchantRow,
  replaceTags,
  updateMerchant as updateMerchantRow,
} from './merchant-queries.ts'
import { isTimezone, UNKNOWN_TIMEZONE } from './timezone.ts'

export async function createMerchant(
  deps: Runtime,
  caller: Caller,
  { subCategoryIds = [], ...input }: Static<typeof NewMerchant>,
): Promise<MerchantRecord | Refusal> {
  const row: MerchantRow = {
    logoPath: null,
    bannerPath: null,
    description: null,
    isNew: false,
    isActive: true,
    timezone: 'UTC',
    topVoucherId: null,
    translations: {},
    ...input,
  }
  if (!isTimezone(row.timezone)) return invalid(UNKNOWN_TIMEZONE)
  return transaction(deps.db, async (tx) => {
    const [id, now] = [orderedId(), deps.now()]
    await insertMerchant(tx, { id, ...row }, now)
    await replaceTags(tx, id, subCategoryIds)
    const merchant = await getMerchant(tx, id)
    await record(tx, {
      caller,
      at: now,
      action: 'merchant.create',
      target: `merchant:${id}`,
      after: merchant,
    })
    return merchant
  })
}

export async function updateMerchant(
  deps: Runtime,
  caller: Caller,
  id: string,
  { subCategoryIds, ...changes }: Partial<MerchantFields>,
  expectedVersion: number | null,
): Promise<MerchantRecord | Refusal> {
  if (!mayWrite(caller, route, { ...changes, subCategoryIds })) return refuse('forbidden')
  if (changes.timezone !== undefined && !isTimezone(changes.timezone)) return invalid(UNKNOWN_TIMEZONE)
  return transaction(deps.db, async (tx) => {
    const before = await lockMerchant(tx, caller, id)
    if (!before) return refuse('not_found')
    if (expectedVersion !== null && expectedVersion !== before.version) return refuse('version_conflict')
    const now = deps.now()
    await updateMerchantRow(tx, before.id, changes, now)
    if (subCategoryIds) await replaceTags(tx, before.id, subCategoryIds)
    const after = await getMerchant(tx, before.id)
    await record(tx, {
      caller,
      at: now,
      action: 'merchant.update',
      target: `merchant:${before.id}`,
      before,
      after,
    })
    return after
  })
}

/** Counts what users lose if the merchant becomes inactive. */
export async function checkDeactivationOf(
  { db, now }: Runtime,
  caller: Caller,
  id: string,
): Promise<Static<typeof DeactivationCheck> | Refusal> {
  const merchant = await findMerchant(db, caller, id)
  if (!merchant) return refuse('not_found')
  return { merchantId: merchant.id, ...(await countLiveOffers(db, merchant.id, now())) }
}
