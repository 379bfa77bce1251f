import type { Consumer } from '../auth/jwt.ts'
import { isInScope } from '../catalog/scope.ts'
import { transaction } from '../db.ts'
import type { Deps } from '../deps.ts'
import { Refusal, refuse } from '../refusal.ts'
import { requireUser } from '../users/profile.ts'
import { isUuid } from '../uuid.ts'
import { deleteFavorite, type FavoriteRecord, findMerchantStanding, insertFavorite } from './queries.ts'

export async function addFavorite(
  deps: Deps,
  consumer: Consumer,
  merchantId: string,
): Promise<(FavoriteRecord & { isNew: boolean }) | Refusal> {
  const user = await requireUser(deps, consumer)
  if (user instanceof Refusal) return user
  return transaction(deps.db.limited({ isWanted: consumer.isWanted }), async (tx) => {
    const merchant = await findMerchantStanding(tx, merchantId)
    if (!merchant) return refuse('merchant_not_found')
    if (!isInScope(consumer.partner.scope, merchant)) return refuse('merchant_out_of_scope')
    if (!merchant.isActive) return refuse('merchant_inactive')
    return insertFavorite(tx, {
      userId: user.id,
      merchantId: merchant.id,
      createdAt: deps.now().toISOString(),
    })
  })
}

/** Takes away whether or not it was there; only a merchant out of scope is refused, as by every mutation. */
export async function removeFavorite(
  deps: Deps,
  consumer: Consumer,
  merchantId: string,
): Promise<null | Refusal> {
  const user = await requireUser(deps, consumer)
  if (user instanceof Refusal) return user
  return transaction(deps.db.limited({ isWanted: consumer.isWanted }), async (tx) => {
    const merchant = isUuid(merchantId) && (await findMerchantStanding(tx, merchantId))
    if (!merchant) return null
    if (!isInScope(consumer.partner.scope, merchant)) return refuse('merchant_out_of_scope')
    await deleteFavorite(tx, user.id, merchant.id)
    return null
  })
}
