import type { Deps } from '../../domain/deps.ts'
import { invalid, type Refusal } from '../../platform/refusal.ts'
import { findMerchantId, findPartnerId } from '../queries.ts'

export type OwnerOptions = { role: string; merchant?: string; partner?: string }

/** Finds the merchant or partner that a new key or staff member belongs to, by id or slug. */
export async function findOwner(
  deps: Deps,
  { role, merchant, partner }: OwnerOptions,
): Promise<{ merchantId?: string; partnerId?: string } | Refusal> {
  const issue = checkOwner({ role, merchant, partner })
  if (issue !== null) return invalid({ path: '/role', message: issue })
  const merchantId = merchant === undefined ? undefined : await findMerchantId(deps.db, merchant)
  if (merchantId === null)
    return invalid({ path: '/merchant', message: 'is not the id or slug of a merchant' })
  const partnerId = partner === undefined ? undefined : await findPartnerId(deps.db, partner)
  if (partnerId === null) return invalid({ path: '/partner', message: 'is not the id or slug of a partner' })
  return { ...(merchantId && { merchantId }), ...(partnerId && { partnerId }) }
}

/** Checks the options here, because the operation would name the fields of the API instead of the flags. */
function checkOwner({
  role,
  merchant,
  partner,
}: Record<keyof OwnerOptions, string | undefined>): string | null {
  for (const [owner, value] of Object.entries({ merchant, partner })) {
    if (role === owner && value === undefined) return `${owner} needs --${owner} <id|slug>`
    if (role !== owner && value !== undefined) return `${role} takes no --${owner}`
  }
  return null
}
