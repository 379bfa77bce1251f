import type { Role } from '@counterfoil/contract/define-route.ts'
import type { Deps } from '../../domain/deps.ts'
import { invalid, type Refusal } from '../../platform/refusal.ts'
import { findMerchantId, findPartnerId } from '../queries.ts'

export type OwnerOptions = { role: string; merchant?: string[]; partner?: string }

/** Finds the merchants or the partner that a new key or staff member belongs to, by id or slug. */
export async function findOwner(
  deps: Deps,
  options: OwnerOptions,
): Promise<{ merchantIds?: string[]; partnerId?: string } | Refusal> {
  const { merchant = [], partner } = options
  const issue = checkOwner(options)
  if (issue !== null) return invalid({ path: '/role', message: issue })
  const merchantIds: string[] = []
  for (const named of merchant) {
    const id = await findMerchantId(deps.db, named)
    if (id === null)
      return invalid({ path: '/merchant', message: `${named} is not the id or slug of a merchant` })
    merchantIds.push(id)
  }
  const partnerId = partner === undefined ? undefined : await findPartnerId(deps.db, partner)
  if (partnerId === null) return invalid({ path: '/partner', message: 'is not the id or slug of a partner' })
  return { ...(merchantIds.length > 0 && { merchantIds }), ...(partnerId && { partnerId }) }
}

const OWNER_OPTIONS: Partial<Record<Role, 'merchant' | 'partner'>> = {
  merchant: 'merchant',
  partner: 'partner',
  'partner-support': 'partner',
}

/** Checks the options here, because the operation would name the fields of the API instead of the flags. */
function checkOwner({ role, merchant, partner }: OwnerOptions): string | null {
  const needed = OWNER_OPTIONS[role as Role]
  for (const [owner, value] of Object.entries({ merchant, partner })) {
    if (needed === owner && value === undefined) return `${role} needs --${owner} <id|slug>`
    if (needed !== owner && value !== undefined) return `${role} takes no --${owner}`
  }
  return null
}
