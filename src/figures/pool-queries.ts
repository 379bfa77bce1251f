import type { LowPool } from '@counterfoil/contract/admin-stats.ts'
import type { Static } from 'typebox'
import type { Reader } from '../db.ts'

export type LowPoolRecord = Static<typeof LowPool> & {
  /** When it came down to what counts as low; when the last code went, if none is left. */
  since: string
}

/**
 * Pools of live vouchers of which a tenth or less is left, or fewer than 20 codes and no more than half. Available codes
 * are counted only as far as that goes, so that a full pool costs no more than a small one.
 */
export function listLowPools(sql: Reader, merchantIds: string[], now: Date): Promise<LowPoolRecord[]> {
  return sql<LowPoolRecord[]>`
    select v.id as voucher_id, v.title as voucher_title, v.merchant_id, rest.available, pool.total,
      coalesce(
        (select r.redeemed_at from redemptions r
         where r.merchant_id = v.merchant_id and r.voucher_id = v.id
         order by r.redeemed_at desc
         offset case when rest.available = 0 then 0 else mark.low - rest.available end
         limit 1),
        v.published_at
      ) as since
    from vouchers v
    join merchants m on m.id = v.merchant_id
    join code_pools pool on pool.voucher_id = v.id
    cross join lateral (select greatest(pool.total / 10, least(19, pool.total / 2)) as low) as mark
    cross join lateral (
      select count(*) as available
      from (
        select from voucher_codes c where c.voucher_id = v.id and c.redemption_id is null limit mark.low + 1
      ) as counted
    ) as rest
    where v.status = 'PUBLISHED' and v.code_source = 'MANUAL' and m.is_active
      and (v.valid_until is null or v.valid_until > ${now})
      and ${merchantIds.reduce((all, id) => sql`${all} and v.merchant_id = ${id}`, sql`true`)}
      and rest.available <= mark.low
    order by rest.available, v.id`
}
