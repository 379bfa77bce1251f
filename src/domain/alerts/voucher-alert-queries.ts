import type { Reader } from '../../platform/database/db.ts'
import type { CycleKind } from '../redemptions/rules/cycle.ts'

type OfVoucher = { voucherId: string; voucherTitle: string; merchantId: string; timezone: string }

/** Conditions on the published voucher `v` of the active live merchant `m`. */
const isPublished = (sql: Reader, merchantIds: string[] | null) => sql`
  v.status = 'PUBLISHED' and m.mode = 'live' and m.is_active
  and ${merchantIds === null ? sql`true` : sql`v.merchant_id = any (${merchantIds}::uuid[])`}`

const columns = (sql: Reader) => sql`v.id as voucher_id, v.title as voucher_title, v.merchant_id, m.timezone`

export type EndingVoucher = OfVoucher & { validUntil: string; publishedAt: string }

/** Published vouchers that end after `now` and not later than `until`, found by the index on ends. */
export function listEndingVouchers(
  sql: Reader,
  merchantIds: string[] | null,
  { now, until }: { now: Date; until: Date },
): Promise<EndingVoucher[]> {
  return sql<EndingVoucher[]>`
    select ${columns(sql)}, v.valid_until, v.published_at
    from vouchers v join merchants m on m.id = v.merchant_id
    where ${isPublished(sql, merchantIds)}
      and v.valid_until > ${now} and v.valid_until <= ${until}
      and ends_at(v.valid_until) >= ends_at(${now}::timestamptz)
      and ends_at(v.valid_until) <= ends_at(${until}::timestamptz)`
}

export type UsedCap = OfVoucher & { cycle: CycleKind; cycleKey: string; used: number; cap: number }

/**
 * Published vouchers of which at least 80 % of the cap is used, by cycle: the caller knows which cycle is the current one.
 * Reads the counters, never redemptions.
 */
export function listUsedCaps(sql: Reader, merchantIds: string[] | null, now: Date): Promise<UsedCap[]> {
  return sql<UsedCap[]>`
    select ${columns(sql)}, v.cycle, quota.cycle_key, quota.used, v.global_redemption_cap as cap
    from vouchers v
    join merchants m on m.id = v.merchant_id
    join voucher_quotas quota on quota.voucher_id = v.id
    where ${isPublished(sql, merchantIds)}
      and v.global_redemption_cap is not null and quota.used * 5::bigint >= v.global_redemption_cap * 4::bigint
      and (v.valid_until is null or v.valid_until > ${now})`
}
