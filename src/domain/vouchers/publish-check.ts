import type { PublishCheck } from '@counterfoil/contract/admin/publish-check.ts'
import type { Static } from 'typebox'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { isApprovalRequired } from '../guarded-changes/settings-queries.ts'
import { countAudience } from '../webhooks/outbox/outbox.ts'
import { listMissing } from './publication.ts'
import { findVoucher, getPublicationContext } from './queries.ts'

/** Returns what `publishVoucher` would refuse, and whom it would notify. */
export async function checkPublicationOf(
  deps: Runtime,
  caller: Caller,
  id: string,
): Promise<Static<typeof PublishCheck> | Refusal> {
  const voucher = await findVoucher(deps.db, caller, id)
  if (!voucher) return refuse('not_found')
  const issues =
    voucher.status === 'PUBLISHED'
      ? []
      : listMissing(voucher, await getPublicationContext(deps.db, voucher), deps.now())
  const isFirstPublication = voucher.publishedAt === null
  const audience = isFirstPublication ? await countAudience(deps.db, voucher.merchantId) : []
  return {
    voucherId: voucher.id,
    ready: issues.length === 0,
    issues,
    needsApproval: await isApprovalRequired(deps.db, { merchantId: voucher.merchantId, partnerId: null }),
    isFirstPublication,
    users: audience.reduce((sum, { users }) => sum + users, 0),
    // Merchants do not see partners.
    partners: caller.role === 'merchant' ? [] : audience,
  }
}
