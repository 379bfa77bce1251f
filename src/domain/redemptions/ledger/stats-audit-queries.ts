import type { Reader } from '../../../platform/database/db.ts'
import { type LedgerRange, summarize, type Violations } from './ledger-queries.ts'

function isTimeIn(sql: Reader, column: 'redeemed_at' | 'claimed_at', range: LedgerRange) {
  if (range === null) return sql`true`
  const time = sql.unsafe(column)
  return sql`${time} >= ${range.from}::timestamptz and ${time} < ${range.until}::timestamptz`
}

const isDayIn = (sql: Reader, range: LedgerRange) =>
  range === null ? sql`true` : sql`day >= utc_day(${range.from}) and day < utc_day(${range.until})`

/**
 * Compares the daily stats of closed days with the rows behind them: in total, and per merchant and partner. Days whose
 * redemptions are archived keep their stats.
 */
export function findWrongStats(sql: Reader, range: LedgerRange): Promise<Violations> {
  return summarize(
    sql,
    sql`
    with closed as (select days_until as until from stats_progress),
    stats as (
      select merchant_id, partner_id, day, stat, count from daily_stats
      where (merchant_id is null) = (partner_id is null) and ${isDayIn(sql, range)}
      union all
      select level.merchant_id, level.partner_id, day, stat, count
      from stat_changes
      cross join lateral (values (null::uuid, null::uuid), (merchant_id, partner_id)) as level (merchant_id, partner_id)
      where day < (select until from closed) and ${isDayIn(sql, range)}
    ),
    rows as (
      select merchant_id, partner_id, utc_day(redeemed_at) as day, stat, count(*) as count
      from redemptions cross join unnest(array['redemptions', 'flagged']) as stat
      where voided_at is null and (stat = 'redemptions' or status = 'FLAGGED')
        and partner_id not in (select id from partners where mode = 'test')
        and redeemed_at < (select until from closed)::timestamp at time zone 'UTC' and ${isTimeIn(sql, 'redeemed_at', range)}
      group by 3, 4, grouping sets ((), (merchant_id, partner_id))
      union all
      select v.merchant_id, u.partner_id, utc_day(claimed_at), 'claims', count(*)
      from claims c join vouchers v on v.id = c.voucher_id join users u on u.id = c.user_id
      where claimed_at < (select until from closed)::timestamp at time zone 'UTC' and ${isTimeIn(sql, 'claimed_at', range)}
        and u.partner_id not in (select id from partners where mode = 'test')
      group by 3, grouping sets ((), (v.merchant_id, u.partner_id))
    )
    select format('%s of %s%s: stat %s, rows %s', stat, day,
      ', merchant ' || merchant_id || ', partner ' || partner_id, sum(counted), sum(found)) as example
    from (
      select merchant_id, partner_id, day, stat, count as counted, 0 as found from stats
      where not starts_with(stat, 'refused:')
      union all
      select merchant_id, partner_id, day, stat, 0, count from rows
    ) as sides
    where stat = 'claims' or day >= utc_day(archived_until())
    group by merchant_id, partner_id, day, stat
    having sum(counted) <> sum(found)`,
  )
}

/** Compares the stats by outlet of closed days with the rows behind them: for all partners, and for each. */
export function findWrongOutletStats(sql: Reader, range: LedgerRange): Promise<Violations> {
  return summarize(
    sql,
    sql`
    with closed as (select outlet_days_until as until from stats_progress),
    stats as (
      select outlet_id, merchant_id, partner_id, day, redemptions, flagged from outlet_stats
      where ${isDayIn(sql, range)}
      union all
      select outlet_id, merchant_id, level.partner_id, day, redemptions, flagged
      from outlet_changes cross join lateral (values (null::uuid), (outlet_changes.partner_id)) as level (partner_id)
      where day < (select until from closed) and ${isDayIn(sql, range)}
    ),
    rows as (
      select outlet_id, merchant_id, partner_id, utc_day(redeemed_at) as day, count(*) as redemptions,
        count(*) filter (where status = 'FLAGGED') as flagged
      from redemptions
      where voided_at is null and partner_id not in (select id from partners where mode = 'test')
        and redeemed_at < (select until from closed)::timestamp at time zone 'UTC'
        and ${isTimeIn(sql, 'redeemed_at', range)}
      group by 1, 2, 4, grouping sets ((), (partner_id))
    )
    select format('outlet %s on %s%s: stats %s and %s flagged, rows %s and %s flagged', outlet_id, day,
      ', partner ' || partner_id, sum(counted), sum(counted_flagged), sum(found), sum(found_flagged)) as example
    from (
      select outlet_id, merchant_id, partner_id, day, redemptions as counted, flagged as counted_flagged, 0 as found,
        0 as found_flagged
      from stats
      union all
      select outlet_id, merchant_id, partner_id, day, 0, 0, redemptions, flagged from rows
    ) as sides
    where day >= utc_day(archived_until())
    group by outlet_id, merchant_id, partner_id, day
    having (sum(counted), sum(counted_flagged)) <> (sum(found), sum(found_flagged))`,
  )
}
