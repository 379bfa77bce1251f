import type { Reader } from '../../platform/database/db.ts'
import type { CycleKind } from '../redemptions/rules/cycle.ts'
import type { VoucherFacts } from '../redemptions/rules/decide.ts'
import type { VoucherTimeTexts } from '../redemptions/rules/voucher-times.ts'

/** A claim with the facts of its voucher that decide its state, without the texts of the voucher. */
export type ClaimedRow = {
  claimId: string
  claimedAt: string
  cycle: CycleKind
  timezone: string
  isFavorite: boolean
} & Omit<VoucherFacts, keyof VoucherTimeTexts> &
  VoucherTimeTexts

/** All claims of a user. A wallet is sorted by what its vouchers are worth now, so every page needs all of them. */
export function listClaimed(sql: Reader, userId: string): Promise<ClaimedRow[]> {
  return sql<ClaimedRow[]>`
    select claims.id as claim_id, claimed_at, cycle, merchants.timezone,
      exists (select from favorites where user_id = ${userId} and favorites.merchant_id = merchants.id) as is_favorite,
      vouchers.id, merchant_id, merchants.name as merchant_name, merchants.category as merchant_category,
      merchants.sandbox_id as merchant_sandbox_id, merchants.is_active as merchant_is_active, title, status, code_source,
      claim_flow, favorites_only, redemption_count, global_redemption_cap, valid_from, valid_until, applicable_from,
      applicable_until, outlet_ids
    from claims
    join vouchers on vouchers.id = voucher_id
    join merchants on merchants.id = merchant_id
    where user_id = ${userId}`
}

/** How often the user and all users have redeemed a voucher in a cycle, and whether its pool has a code left. */
export type CounterRow = { voucherId: string; usedByUser: number; usedByAll: number; codesLeft: number }

/** The counters of each voucher in the cycle of its `cycleKey`. Without a cap or a pool, nothing is counted for all. */
export function listCounters(
  sql: Reader,
  userId: string | null,
  vouchers: { voucherId: string; cycleKey: string }[],
): Promise<CounterRow[]> {
  return sql<CounterRow[]>`
    select requested.voucher_id,
      coalesce((
        select used from user_quotas
        where user_id = ${userId} and voucher_id = requested.voucher_id and cycle_key = requested.cycle_key
      ), 0) as used_by_user,
      case when global_redemption_cap is null then 0 else coalesce((
        select used from voucher_quotas
        where voucher_id = requested.voucher_id and cycle_key = requested.cycle_key
      ), 0) end as used_by_all,
      case when code_source = 'MANUAL' and exists (
        select from voucher_codes where voucher_id = requested.voucher_id and redemption_id is null
      ) then 1 else 0 end as codes_left
    from unnest(
      ${vouchers.map(({ voucherId }) => voucherId)}::uuid[],
      ${vouchers.map(({ cycleKey }) => cycleKey)}::text[]
    ) as requested (voucher_id, cycle_key)
    join vouchers on vouchers.id = requested.voucher_id`
}
