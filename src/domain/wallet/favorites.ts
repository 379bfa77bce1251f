import { transaction } from '../../platform/database/db.ts'
import { isUuid } from '../../platform/input/uuid.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { Consumer } from '../actors/consumer.ts'
import { timeOf } from '../partners/partner-time.ts'
import { isInScope } from '../partners/scope.ts'
import { requireUser, type UsersDeps } from '../users/current-user.ts'
import {
  deleteFavorite,
  type FavoriteRecord,
  findFavorite,
  findMerchantStatus,
  insertFavorite,
} from './queries.ts'

export async function addFavorite(
  deps: UsersDeps,
  consumer: Consumer,
  merchantId: string,
): Promise<(FavoriteRecord & { isNew: boolean }) | Refusal> {
  const user = await requireUser(deps, consumer)
  if (user instanceof Refusal) return user
  return transaction(deps.db.withLimits({ isClientConnected: consumer.isClientConnected }), async (tx) => {
    const merchant = await findMerchantStatus(tx, merchantId)
    if (!merchant) return refuse('merchant_not_found')
    if (!isInScope(consumer.partner, merchant)) return refuse('merchant_out_of_scope')
    if (!merchant.isActive) {
      // An earlier favorite stays valid, like an earlier claim.
      const earlier = await findFavorite(tx, user.id, merchant.id)
      return earlier ? { ...earlier, isNew: false } : refuse('merchant_inactive')
    }
    return insertFavorite(tx, {
      userId: user.id,
      merchantId: merchant.id,
      createdAt: timeOf(consumer.partner, deps.now()).toISOString(),
    })
  })
}

/**
 * An existing favorite can always be removed, even if its merchant is out of scope now. Without a favorite, a merchant out
 * of scope is refused, as in every mutation.
 */
export async function removeFavorite(
  deps: UsersDeps,
  consumer: Consumer,
  merchantId: string,
): Promise<null | Refusal> {
  const user = await requireUser(deps, consumer)
  if (user instanceof Refusal) return user
  if (!isUuid(merchantId)) return null
  return transaction(deps.db.withLimits({ isClientConnected: consumer.isClientConnected }), async (tx) => {
    if (await deleteFavorite(tx, user.id, merchantId)) return null
    const merchant = await findMerchantStatus(tx, merchantId)
    return merchant && !isInScope(consumer.partner, merchant) ? refuse('merchant_out_of_scope') : null
  })
}
