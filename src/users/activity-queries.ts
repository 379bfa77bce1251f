import type { WalletEntry } from '@counterfoil/contract/claim.ts'
import type { FavoriteMerchant } from '@counterfoil/contract/favorite.ts'
import type { Redemption } from '@counterfoil/contract/redemption.ts'
import type { Static } from 'typebox'
import type { Reader } from '../db.ts'

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

/** What is left of a quota, and when its cycle turns, follow from the cycle's key: `2026-11`, `2026-11-02/P2W`. */
export function listLatestRedemptions(
  sql: Reader,
  userId: string,
  limit: number,
): Promise<Static<typeof Redemption>[]> {
  return sql<Static<typeof Redemption>[]>`
    select redemptions.id, user_id, voucher_id, outlet_id, vouchers.merchant_id, title as voucher_title,
      outlets.name as outlet_name, cycle_key, redemptions.status, flag_reason, gps_available, gps_distance_meters,
      code, redeemed_at, voided_at,
      case
        when cycle_key like '%/P2W' then (left(cycle_key, 10)::date + interval '14 days') at time zone timezone
        when cycle_key <> 'ONE_TIME' then ((cycle_key || '-01')::date + interval '1 month') at time zone timezone
      end as cycle_resets_at,
      greatest(0, redemption_count
        - count(*) filter (where voided_at is null) over (partition by voucher_id, cycle_key)) as remaining
    from redemptions
    join vouchers on vouchers.id = voucher_id
    join outlets on outlets.id = outlet_id
    join merchants on merchants.id = vouchers.merchant_id
    where user_id = ${userId}
    order by redemptions.id desc
    limit ${limit}`
}
