import type { Reader } from '../../platform/database/db.ts'
import { summarize, type Violations } from './ledger-queries.ts'

/** Compares the figures by outlet of closed days with the rows behind them: of all partners, and of each. */
export function findWrongOutletFigures(sql: Reader): Promise<Violations> {
  return summarize(
    sql,
    sql`
    with closed as (select outlet_days_until as until from figures_progress),
    figures as (
      select outlet_id, merchant_id, partner_id, day, redemptions, flagged from outlet_figures
      union all
      select outlet_id, merchant_id, level.partner_id, day, redemptions, flagged
      from outlet_changes cross join lateral (values (null::uuid), (outlet_changes.partner_id)) as level (partner_id)
      where day < (select until from closed)
    ),
    rows as (
      select outlet_id, merchant_id, partner_id, utc_day(redeemed_at) as day, count(*) as redemptions,
        count(*) filter (where status = 'FLAGGED') as flagged
      from redemptions
      where voided_at is null and partner_id not in (select id from partners where mode = 'test')
        and redeemed_at < (select until from closed)::timestamp at time zone 'UTC'
      group by 1, 2, 4, grouping sets ((), (partner_id))
    )
    select format('outlet %s on %s%s: figures %s and %s flagged, rows %s and %s flagged', outlet_id, day,
      ', partner ' || partner_id, sum(counted), sum(counted_flagged), sum(found), sum(found_flagged)) as example
    from (
      select outlet_id, merchant_id, partner_id, day, redemptions as counted, flagged as counted_flagged, 0 as found,
        0 as found_flagged
      from figures
      union all
      select outlet_id, merchant_id, partner_id, day, 0, 0, redemptions, flagged from rows
    ) as sides
    group by outlet_id, merchant_id, partner_id, day
    having (sum(counted), sum(counted_flagged)) <> (sum(found), sum(found_flagged))`,
  )
}
