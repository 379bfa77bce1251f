import type { LowPool } from '@counterfoil/contract/admin/stats.ts'
import type { Static } from 'typebox'
import type { Reader } from '../../platform/database/db.ts'
import { isAnyOf } from '../actors/own-rows-queries.ts'

export type LowPoolRecord = Static<typeof LowPool> & {
  /** When the pool became low; for an empty pool, when the last code was drawn. */
  since: string
}

/**
 * Pools of live vouchers with at most a tenth of their codes left, or with fewer than 20 and at most half. They are
 * computed from the counters that `findCodePool` reads, so a large pool costs no more than a small one.
 */
const lowPools = (sql: Reader, merchantIds: string[] | null, now: Date) => sql`
  select v.id as voucher_id, v.title as voucher_title, v.merchant_id, v.published_at, rest.available, pool.total, threshold.low
  from vouchers v
  join merchants m on m.id = v.merchant_id and m.mode = 'live'
  join code_pools pool on pool.voucher_id = v.id
  cross join lateral (select greatest(pool.total / 10, least(19, pool.total / 2)) as low) as threshold
  cross join lateral (
    select pool.total
      - (select coalesce(sum(used), 0)::bigint from voucher_quotas where voucher_id = v.id)
      - (select count(*) from redemptions where voucher_id = v.id and voided_at is not null)
      - (select coalesce(sum(voided), 0)::bigint from archived_voucher_counts
         where voucher_id = v.id and month in (select month from archived_months)) as available
  ) as rest
  where v.status = 'PUBLISHED' and v.code_source = 'MANUAL' and m.is_active
    and (v.valid_until is null or v.valid_until > ${now}::timestamptz)
    and ${isAnyOf(sql, 'v.merchant_id', merchantIds)}
    and rest.available <= threshold.low`

export function listLowPools(
  sql: Reader,
  merchantIds: string[] | null,
  now: Date,
): Promise<Static<typeof LowPool>[]> {
  return sql<Static<typeof LowPool>[]>`
    select voucher_id, voucher_title, merchant_id, available, total
    from (${lowPools(sql, merchantIds, now)}) as low_pools
    order by available, voucher_id`
}

/** Like `listLowPools`, but with the time at which each pool became low, for alerts. */
export function listLowPoolsSince(
  sql: Reader,
  merchantIds: string[] | null,
  now: Date,
): Promise<LowPoolRecord[]> {
  return sql<LowPoolRecord[]>`
    select voucher_id, voucher_title, merchant_id, available, total,
      coalesce(
        (select r.redeemed_at from redemptions r
         where r.merchant_id = low_pools.merchant_id and r.voucher_id = low_pools.voucher_id
         order by r.redeemed_at desc
         offset case when available = 0 then 0 else low - available end
         limit 1),
        published_at
      ) as since
    from (${lowPools(sql, merchantIds, now)}) as low_pools
    order by available, voucher_id`
}
