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
 * Whether a total must match the merchants of this database. After a move, part of the total is in the database that the
 * merchant has left: see `listTotalDifferences`.
 */
export const isTotalOfThisDatabase = (sql: Reader) =>
  sql`not exists (select from moves where switched_at is not null)`

/**
 * How much more than its merchants each total of this database has: of stats, and of statements. Over all databases, the
 * differences of a total are zero.
 */
export async function listTotalDifferences(
  sql: Reader,
  range: LedgerRange,
): Promise<{ total: string; difference: number }[]> {
  return sql<{ total: string; difference: number }[]>`
    select stat || ' of ' || day as total, sum(case when merchant_id is null then count else -count end)::float8 as difference
    from daily_stats
    where (merchant_id is null) = (partner_id is null) and not starts_with(stat, 'refused:') and ${isDayIn(sql, range)}
    group by stat, day
    union all
    select format('%s by quarter hour of %s%s', stat, day, ', partner ' || partner_id), sum(count)::float8
    from (
      select utc_day(quarter) as day, partner_id, array[claims, redemptions, flagged]::numeric[] as counts from quarter_stats
      where merchant_id is null
      union all
      select utc_day(quarter), partner_id, array[-sum(claims), -sum(redemptions), -sum(flagged)]
      from quarter_stats where merchant_id is not null
      group by 1, grouping sets ((), (partner_id))
    ) as sides
    cross join unnest(array['claims', 'redemptions', 'flagged'], counts) as counted (stat, count)
    where ${isDayIn(sql, range)}
    group by stat, day, partner_id
    union all
    select 'statements of ' || month, m.statements - (select count(*) from statements s where s.month = m.month)
    from statement_months m where closed_at is not null
    union all
    select 'unreviewed redemptions of ' || month, m.unreviewed
      - (select coalesce(sum(r.unreviewed), 0) from statements s join statement_rows r using (number) where s.month = m.month)
    from statement_months m where closed_at is not null`
}

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
    where (stat = 'claims' or day >= utc_day(archived_until()))
      and (merchant_id is not null or ${isTotalOfThisDatabase(sql)})
    group by merchant_id, partner_id, day, stat
    having sum(counted) <> sum(found)`,
  )
}

/** Compares the stats by group of closed days with the rows behind them. */
export function findWrongGroupStats(sql: Reader, range: LedgerRange): Promise<Violations> {
  return summarize(
    sql,
    sql`
    with closed as (select group_days_until as until from stats_progress),
    sides as (
      select day, outlet_id, voucher_id, partner_id, claims, redemptions, flagged from group_stats
      where ${isDayIn(sql, range)}
      union all
      select utc_day(quarter), outlet_id, voucher_id, partner_id, claims, redemptions, flagged from group_changes
      where utc_day(quarter) < (select until from closed)
        and ${range === null ? sql`true` : sql`quarter >= ${range.from}::timestamptz and quarter < ${range.until}::timestamptz`}
      union all
      select utc_day(redeemed_at), outlet_id, voucher_id, partner_id, 0, -count(*),
        -count(*) filter (where status = 'FLAGGED')
      from redemptions
      where voided_at is null and partner_id not in (select id from partners where mode = 'test')
        and redeemed_at < (select until from closed)::timestamp at time zone 'UTC'
        and ${isTimeIn(sql, 'redeemed_at', range)}
      group by 1, 2, 3, 4
      union all
      select utc_day(claimed_at), null, c.voucher_id, u.partner_id, -count(*), 0, 0
      from claims c join users u on u.id = c.user_id
      where claimed_at < (select until from closed)::timestamp at time zone 'UTC' and ${isTimeIn(sql, 'claimed_at', range)}
        and u.partner_id not in (select id from partners where mode = 'test')
      group by 1, 3, 4
    )
    select format('outlet %s, voucher %s, partner %s on %s: the stats have %s claims, %s redemptions and %s flagged more',
      outlet_id, voucher_id, partner_id, day, sum(claims), sum(redemptions), sum(flagged)) as example
    from sides
    where outlet_id is null or day >= utc_day(archived_until())
    group by day, outlet_id, voucher_id, partner_id
    having (sum(claims), sum(redemptions), sum(flagged)) <> (0, 0, 0)`,
  )
}

/** Compares the stats by quarter hour with those by group, day by day: in total, by partner, and by merchant and partner. */
export function findWrongQuarterStats(sql: Reader, range: LedgerRange): Promise<Violations> {
  return summarize(
    sql,
    sql`
    select format('%s%s: the quarter hours have %s claims, %s redemptions and %s flagged more', day,
      coalesce(', merchant ' || merchant_id, '') || coalesce(', partner ' || partner_id, ''),
      sum(claims), sum(redemptions), sum(flagged)) as example
    from (
      select utc_day(quarter) as day, merchant_id, partner_id, claims, redemptions, flagged from quarter_stats
      union all
      select day, merchant_id, partner_id, -sum(claims), -sum(redemptions), -sum(flagged)
      from group_stats
      group by day, grouping sets ((), (partner_id), (merchant_id, partner_id))
    ) as sides
    where ${isDayIn(sql, range)} and (merchant_id is not null or ${isTotalOfThisDatabase(sql)})
    group by day, merchant_id, partner_id
    having (sum(claims), sum(redemptions), sum(flagged)) <> (0, 0, 0)`,
  )
}

/** Compares the stats of whole weeks with those of their days: by voucher and by outlet, in total and by partner. */
export function findWrongWeekStats(sql: Reader, range: LedgerRange): Promise<Violations> {
  return summarize(
    sql,
    sql`
    select format('%s%s in the week of %s: the week has %s claims, %s redemptions and %s flagged more',
      coalesce('voucher ' || voucher_id, 'outlet ' || outlet_id), ', partner ' || partner_id, week, sum(claims),
      sum(redemptions), sum(flagged)) as example
    from (
      select week, partner_id, voucher_id, outlet_id, claims, redemptions, flagged from week_stats
      union all
      select week_of(day), partner_id, voucher_id, outlet_id, -sum(claims), -sum(redemptions), -sum(flagged)
      from group_stats
      where day < (select week_of(group_days_until) from stats_progress)
      group by 1, grouping sets ((voucher_id), (voucher_id, partner_id), (outlet_id), (outlet_id, partner_id))
      having grouping(outlet_id) = 1 or outlet_id is not null
    ) as sides
    where ${range === null ? sql`true` : sql`week >= week_of(utc_day(${range.from})) and week < utc_day(${range.until})`}
    group by week, partner_id, voucher_id, outlet_id
    having (sum(claims), sum(redemptions), sum(flagged)) <> (0, 0, 0)`,
  )
}
