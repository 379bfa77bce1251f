import type { WalletEntry } from '@counterfoil/contract/shapes/claim.ts'
import type { FavoriteMerchant } from '@counterfoil/contract/shapes/favorite.ts'
import type { Redemption } from '@counterfoil/contract/shapes/redemption.ts'
import type { Static } from 'typebox'
import type { Reader } from '../../platform/database/db.ts'

export function listLatestClaims(
  sql: Reader,
  userId: string,
  limit: number,
): Promise<Static<typeof WalletEntry>[]> {
  return sql<Static<typeof WalletEntry>[]>`
    select claims.id, voucher_id, claimed_at, title as voucher_title, status = 'PUBLISHED' as voucher_is_active,
      merchant_id
    from claims
    join vouchers on vouchers.id = voucher_id
    where user_id = ${userId}
    order by claims.id desc
    limit ${limit}`
}

export function listLatestFavorites(
  sql: Reader,
  userId: string,
  limit: number,
): Promise<Static<typeof FavoriteMerchant>[]> {
  return sql<Static<typeof FavoriteMerchant>[]>`
    select merchant_id, favorites.created_at as favorited_at, name, slug, category, logo_path
    from favorites
    join merchants on merchants.id = merchant_id
    where user_id = ${userId}
    order by favorites.created_at desc, merchant_id desc
    limit ${limit}`
}

/** Titles, names and the remaining quota are as they were when the voucher was redeemed. */
export function listLatestRedemptions(
  sql: Reader,
  userId: string,
  limit: number,
): Promise<Omit<Static<typeof Redemption>, 'verifyCode'>[]> {
  return sql<Omit<Static<typeof Redemption>, 'verifyCode'>[]>`
    select id, user_id, voucher_id, outlet_id, merchant_id, voucher_title, outlet_name, cycle_key, cycle_resets_at,
      status, flag_reason, method, gps_available, gps_distance_meters, code, redeemed_at, voided_at, remaining
    from redemptions
    where user_id = ${userId}
    order by redeemed_at desc, id desc
    limit ${limit}`
}
