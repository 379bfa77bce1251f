import type { Stats } from '@counterfoil/contract/admin-stats.ts'
import type { Static } from 'typebox'
import type { Reader } from '../../platform/database/db.ts'
import { equalsAll, ofLivePartner, type StatsFilter } from './queries.ts'

/** The outlets with the most redemptions and refusals, counted from their rows. */
export function countByOutlet(
  sql: Reader,
  filter: StatsFilter,
  limit: number,
): Promise<Static<typeof Stats>['outlets']> {
  const isOwn = sql`
    ${ofLivePartner(sql)} and ${equalsAll(sql, 'merchant_id', filter.merchantIds)} and ${equalsAll(sql, 'partner_id', filter.partnerIds)}`
  return sql<Static<typeof Stats>['outlets']>`
    select outlets.id as outlet_id, outlets.name as outlet_name, outlets.merchant_id, counted.redemptions,
      counted.flagged, counted.refused
    from (
      select outlet_id, sum(redemptions)::bigint as redemptions, sum(flagged)::bigint as flagged,
        sum(refused)::bigint as refused
      from (
        select outlet_id, count(*) as redemptions, count(*) filter (where status = 'FLAGGED') as flagged, 0 as refused
        from redemptions
        where redeemed_at >= ${filter.from} and redeemed_at < ${filter.to} and voided_at is null and ${isOwn}
        group by 1
        union all
        select outlet_id, 0, 0, count(*)
        from refusals
        where at >= ${filter.from} and at < ${filter.to} and ${isOwn}
        group by 1
      ) as parts
      group by 1
    ) as counted
    join outlets on outlets.id = counted.outlet_id
    order by counted.redemptions desc, counted.refused desc, outlets.id
    limit ${limit}`
}
