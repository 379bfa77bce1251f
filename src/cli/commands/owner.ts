import type { Deps } from '../../domain/deps.ts'
import { invalid, type Refusal } from '../../platform/refusal.ts'
import { findMerchantId, findPartnerId } from '../queries.ts'

/** The merchant or partner that a new key or staff member belongs to, by id or slug. */
export async function findOwner(
  deps: Deps,
  merchant: string | undefined,
  partner: string | undefined,
): Promise<{ merchantId?: string; partnerId?: string } | Refusal> {
  const merchantId = merchant === undefined ? undefined : await findMerchantId(deps.db, merchant)
  if (merchantId === null)
    return invalid({ path: '/merchant', message: 'is not the id or slug of a merchant' })
  const partnerId = partner === undefined ? undefined : await findPartnerId(deps.db, partner)
  if (partnerId === null) return invalid({ path: '/partner', message: 'is not the id or slug of a partner' })
  return { ...(merchantId && { merchantId }), ...(partnerId && { partnerId }) }
}
