import type { Stats } from '@counterfoil/contract/admin/stats.ts'
import type { Static } from 'typebox'
import type { Reader } from '../../platform/database/db.ts'
import {
  daysWithin,
  during,
  equalsAll,
  ofCountedPartner,
  rollupLevelOf,
  type StatsFilter,
} from './queries.ts'
import type { Split } from './split-period.ts'

/**
 * Counts the redemptions of whole closed days: the rolled-up counts, and the changes to them that are not rolled up yet.
 */
function closedDays(sql: Reader, { merchantIds, partnerIds }: StatsFilter, { whole }: Split) {
  if (!whole) return sql``
  const isOfMerchant = equalsAll(sql, 'merchant_id', merchantIds)
  return sql`
    select outlet_id, sum(redemptions) as redemptions, sum(flagged) as flagged, 0 as refused
    from outlet_stats
    where ${isOfMerchant} and ${rollupLevelOf(sql, 'partner_id', partnerIds)} and ${daysWithin(sql, whole)}
    group by 1
    union all
    select outlet_id, redemptions, flagged, 0
    from outlet_changes
    where ${isOfMerchant} and ${equalsAll(sql, 'partner_id', partnerIds)} and ${daysWithin(sql, whole)}
    union all`
}

/**
 * The outlets with the most redemptions and refusals. Redemptions of closed days come from their stats, the rest from
 * rows. Refusals are counted from their rows, which are kept for 30 days.
 */
export function countByOutlet(
  sql: Reader,
  filter: StatsFilter,
  split: Split,
  limit: number,
): Promise<Static<typeof Stats>['outlets']> {
  const isOwn = sql`
    ${ofCountedPartner(sql, filter)} and ${equalsAll(sql, 'merchant_id', filter.merchantIds)} and ${equalsAll(sql, 'partner_id', filter.partnerIds)}`
  return sql<Static<typeof Stats>['outlets']>`
    select outlets.id as outlet_id, outlets.name as outlet_name, outlets.merchant_id, counted.redemptions,
      counted.flagged, counted.refused
    from (
      select outlet_id, sum(redemptions)::bigint as redemptions, sum(flagged)::bigint as flagged,
        sum(refused)::bigint as refused
      from (
        ${closedDays(sql, filter, split)}
        select outlet_id, count(*) as redemptions, count(*) filter (where status = 'FLAGGED') as flagged, 0 as refused
        from redemptions
        where (${during(sql, 'redeemed_at', split.edges)}) and voided_at is null and ${isOwn}
        group by 1
        union all
        select outlet_id, 0, 0, count(*)
        from refusals
        where at >= ${filter.from} and at < ${filter.to} and ${isOwn}
        group by 1
      ) as parts
      group by 1
      having sum(redemptions) + sum(refused) > 0
    ) as counted
    join outlets on outlets.id = counted.outlet_id
    order by counted.redemptions desc, counted.refused desc, outlets.id
    limit ${limit}`
}
