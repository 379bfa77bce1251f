import type { Reader } from '../../../platform/database/db.ts'
import { countedRows } from '../../statements/statement-queries.ts'
import { type LedgerRange, summarize, type Violations } from './ledger-queries.ts'
import { isTotalOfThisDatabase } from './stats-audit-queries.ts'

const GROUP = 'merchant_id, partner_id, voucher_id, value_currency, value_minor, value_decimals'

const WHERE = `format('%s, merchant %s, partner %s, voucher %s, value %s', month, merchant_id, partner_id, voucher_id,
  coalesce(value_minor || 'e-' || value_decimals || ' ' || value_currency, 'none'))`

/** Whether a statement month overlaps the range, which is of months by UTC. */
const isMonthIn = (sql: Reader, column: 'month' | 'redemption_month', range: LedgerRange) =>
  range === null
    ? sql`true`
    : sql`${sql.unsafe(column)} between to_char(${range.from}::timestamptz at time zone 'UTC', 'YYYY-MM')
        and to_char((${range.until}::timestamptz - interval '1 day') at time zone 'UTC', 'YYYY-MM')`

/** Every live redemption by its statement month. This reads the rows without the filters that statements use. */
const redeemedByMonth = (sql: Reader) => sql`
  select month, ${sql.unsafe(GROUP)}, count(*) as redeemed, count(*) filter (where is_counted) as net
  from (
    select r.statement_month as month,
      merchant_id, partner_id, voucher_id, value_currency, value_minor, value_decimals,
      voided_at is null and review_outcome is distinct from 'REJECTED' as is_counted
    from redemptions r join merchants m on m.id = r.merchant_id
    where m.mode = 'live'
  ) as each
  group by month, ${sql.unsafe(GROUP)}
  union all
  select statement_month, ${sql.unsafe(GROUP)}, redeemed, net
  from archived_statement_counts
  where month in (select month from archived_months)`

export async function listOpenMonths(sql: Reader, range: LedgerRange): Promise<string[]> {
  const rows = await sql<{ month: string }[]>`
    select distinct month from (${redeemedByMonth(sql)}) as redeemed
    where month > coalesce((select max(month) from statement_months where closed_at is not null), '')
      and ${isMonthIn(sql, 'month', range)}`
  return rows.map(({ month }) => month)
}

/** What the statements say of each month: the frozen rows, or the rows as they are counted now. */
function statedByMonth(sql: Reader, openMonths: string[]) {
  const closed = sql`
    select month, ${sql.unsafe(GROUP)}, redeemed, redeemed - voided - rejected as net
    from statements join statement_rows using (number)`
  return openMonths.reduce(
    (all, month) => sql`
      ${all}
      union all
      select ${month}, ${sql.unsafe(GROUP)}, redeemed, redeemed - voided - rejected
      from (${countedRows(sql, month, sql`true`)}) as counted
      where redeemed > 0`,
    closed,
  )
}

/**
 * Months whose redemptions differ from their statement together with the adjustments that name them. So each redemption
 * is in its month or in an adjustment, once, and its voids and reviews are, too.
 */
export function findWrongStatements(
  sql: Reader,
  openMonths: string[],
  range: LedgerRange,
): Promise<Violations> {
  const group = sql.unsafe(GROUP)
  return summarize(
    sql,
    sql`
    select format('%s: statement %s, net %s; redemptions %s, net %s', ${sql.unsafe(WHERE)}, sum(stated), sum(stated_net),
      sum(found), sum(found_net)) as example
    from (
      select month, ${group}, redeemed as stated, net as stated_net, 0 as found, 0 as found_net
      from (${statedByMonth(sql, openMonths)}) as stated
      union all
      select redemption_month, ${group}, (kind = 'LATE')::int, count, 0, 0 from statement_adjustments
      union all
      select month, ${group}, 0, 0, redeemed, net from (${redeemedByMonth(sql)}) as redeemed
    ) as sides
    where ${isMonthIn(sql, 'month', range)}
    group by month, ${group}
    having (sum(stated), sum(stated_net)) <> (sum(found), sum(found_net))`,
  )
}

/** Closed months whose rows do not have the sum of their adjustments. */
export function findWrongAdjustmentSums(sql: Reader, range: LedgerRange): Promise<Violations> {
  const group = sql.unsafe(GROUP)
  return summarize(
    sql,
    sql`
    select format('%s: statement %s, adjustments %s', ${sql.unsafe(WHERE)}, sum(stated), sum(found)) as example
    from (
      select month, ${group}, adjustments as stated, 0 as found from statements join statement_rows using (number)
      union all
      select month, ${group}, 0, count from statement_adjustments
      where month <= (select max(month) from statement_months where closed_at is not null)
    ) as sides
    where ${isMonthIn(sql, 'month', range)}
    group by month, ${group}
    having sum(stated) <> sum(found)`,
  )
}

/** An adjustment must name a redemption of its month and value. An open month counts its own changes itself. */
export function findMismatchedAdjustments(sql: Reader, range: LedgerRange): Promise<Violations> {
  return summarize(
    sql,
    sql`
    select format('adjustment %s of redemption %s', a.id, a.redemption_id) as example
    from statement_adjustments a
    left join redemptions r on r.id = a.redemption_id
    where ${isMonthIn(sql, 'redemption_month', range)} and (
      a.redemption_month > coalesce(last_closing_month(), '')
      or (a.redemption_id >= uuid_v7_floor(archived_until()) and (
        a.redemption_month, a.merchant_id, a.partner_id, a.voucher_id, a.value_currency, a.value_minor, a.value_decimals
      ) is distinct from (
        r.statement_month, r.merchant_id, r.partner_id, r.voucher_id, r.value_currency, r.value_minor, r.value_decimals
      ))
    )`,
  )
}

export type Numbers = { count: number; sum: number; lastNumber: number }

/** The numbers of the statements of this database, and the last one of all. */
export async function countNumbers(sql: Reader): Promise<Numbers> {
  const [row] = await sql<[Numbers]>`
    select count(*)::int as count, coalesce(sum(number), 0)::float8 as sum,
      (select last_number from statement_counter)::int as last_number
    from statements`
  return row
}

/**
 * Numbers run from 1 without gaps, in the order of months, merchants and partners. With cells, each database has a part of
 * them.
 */
export function findWrongNumbers(sql: Reader): Promise<Violations> {
  return summarize(
    sql,
    sql`
    select format('statement %s should be %s', number, place) as example
    from (select number, row_number() over (order by month, merchant_id, partner_id) as place from statements) as ordered
    where number <> place and not exists (select from cells)
    union all
    select format('the counter is %s, the statements are %s', last_number, (select count(*) from statements))
    from statement_counter
    where last_number <> (select count(*) from statements) and not exists (select from cells)
    union all
    select format('%s: counted %s statements and %s unreviewed', month, m.statements, m.unreviewed)
    from statement_months m
    where closed_at is not null and ${isTotalOfThisDatabase(sql)} and (m.statements, m.unreviewed) <> (
      (select count(*) from statements s where s.month = m.month),
      (select coalesce(sum(r.unreviewed), 0) from statements s join statement_rows r using (number) where s.month = m.month))`,
  )
}
