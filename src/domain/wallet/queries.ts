import type { Claim, WalletEntry } from '@counterfoil/contract/shapes/claim.ts'
import type { Favorite, FavoriteMerchant } from '@counterfoil/contract/shapes/favorite.ts'
import type { Static } from 'typebox'
import type { Reader, Tx } from '../../platform/database/db.ts'
import { insertion } from '../../platform/database/sql.ts'
import type { ListRequest } from '../../platform/input/paging.ts'
import type { Translations } from '../languages/translate.ts'
import type { ViewedMerchant } from '../partners/scope.ts'

export type ClaimRecord = Static<typeof Claim>
export type FavoriteRecord = Static<typeof Favorite>

export type ClaimableVoucher = {
  id: string
  title: string
  status: 'DRAFT' | 'PUBLISHED' | 'UNPUBLISHED'
  claimFlow: 'WALLET' | 'INSTANT'
  validUntil: string | null
  merchant: ViewedMerchant & { isActive: boolean }
}

export async function findClaimableVoucher(sql: Reader, id: string): Promise<ClaimableVoucher | null> {
  const [row] = await sql<ClaimableVoucher[]>`
    select vouchers.id, title, status, claim_flow, valid_until,
      json_build_object('id', merchants.id, 'category', category, 'sandboxId', sandbox_id, 'isActive', is_active)
        as merchant
    from vouchers join merchants on merchants.id = merchant_id
    where vouchers.id = ${id}`
  return row ?? null
}

export async function findClaim(sql: Reader, userId: string, voucherId: string): Promise<ClaimRecord | null> {
  const [row] = await sql<ClaimRecord[]>`
    select id, user_id, voucher_id, claimed_at from claims where user_id = ${userId} and voucher_id = ${voucherId}`
  return row ?? null
}

/** Returns null if the claim exists already, even if a concurrent request is just writing it. */
export async function insertClaim(tx: Tx, claim: ClaimRecord): Promise<ClaimRecord | null> {
  const [row] = await tx<ClaimRecord[]>`
    insert into claims ${insertion(claim)}
    on conflict (user_id, voucher_id) do nothing
    returning id, user_id, voucher_id, claimed_at`
  return row ?? null
}

export function listClaims(
  sql: Reader,
  userId: string,
  { limit, before }: ListRequest,
): Promise<(Static<typeof WalletEntry> & { translations: Translations })[]> {
  return sql<(Static<typeof WalletEntry> & { translations: Translations })[]>`
    select claims.id, voucher_id, claimed_at, title as voucher_title,
      status = 'PUBLISHED' as voucher_is_active, merchant_id, nullif(translations, '{}') as translations
    from claims join vouchers on vouchers.id = voucher_id
    where user_id = ${userId}
      and (${before.id}::uuid is null or (claimed_at, claims.id) < (${before.time}::timestamptz, ${before.id}::uuid))
    order by claimed_at desc, claims.id desc
    limit ${limit === null ? null : limit + 1}`
}

export async function findMerchantStatus(
  sql: Reader,
  id: string,
): Promise<(ViewedMerchant & { isActive: boolean }) | null> {
  const [row] = await sql<(ViewedMerchant & { isActive: boolean })[]>`
    select id, category, sandbox_id, is_active from merchants where id = ${id}`
  return row ?? null
}

export async function findFavorite(
  sql: Reader,
  userId: string,
  merchantId: string,
): Promise<FavoriteRecord | null> {
  const [row] = await sql<FavoriteRecord[]>`
    select user_id, merchant_id, created_at from favorites
    where user_id = ${userId}::uuid and merchant_id = ${merchantId}::uuid`
  return row ?? null
}

/**
 * Returns the stored favorite and whether it is new. The update changes nothing; it only makes `returning` return the row.
 */
export async function insertFavorite(
  tx: Tx,
  favorite: FavoriteRecord,
): Promise<FavoriteRecord & { isNew: boolean }> {
  const [row] = await tx<(FavoriteRecord & { isNew: boolean })[]>`
    insert into favorites ${insertion(favorite)}
    on conflict (user_id, merchant_id) do update set created_at = favorites.created_at
    returning user_id, merchant_id, created_at, xmax = 0 as is_new`
  return row as FavoriteRecord & { isNew: boolean }
}

/** Returns false if there was no favorite. */
export async function deleteFavorite(tx: Tx, userId: string, merchantId: string): Promise<boolean> {
  const { count } = await tx`
    delete from favorites where user_id = ${userId}::uuid and merchant_id = ${merchantId}::uuid`
  return count > 0
}

export async function deleteFavoritesOfUser(tx: Tx, userId: string): Promise<number> {
  const { count } = await tx`delete from favorites where user_id = ${userId}`
  return count
}

export function listFavorites(
  sql: Reader,
  userId: string,
  { limit, before }: ListRequest,
): Promise<(Static<typeof FavoriteMerchant> & { translations: Translations })[]> {
  return sql<(Static<typeof FavoriteMerchant> & { translations: Translations })[]>`
    select merchant_id, favorites.created_at as favorited_at, name, slug, category, logo_path,
      nullif(translations, '{}') as translations
    from favorites join merchants on merchants.id = merchant_id
    where user_id = ${userId}
      and (${before.id}::uuid is null or (favorites.created_at, merchant_id) < (${before.time}::timestamptz, ${before.id}::uuid))
    order by favorites.created_at desc, merchant_id desc
    limit ${limit === null ? null : limit + 1}`
}
