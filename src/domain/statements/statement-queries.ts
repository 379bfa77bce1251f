import type { StatementRow } from '@counterfoil/contract/admin/statements.ts'
import type { Static } from 'typebox'
import type { Reader, Tx } from '../../platform/database/db.ts'
import { moneyOf, type StoredMoney } from '../../platform/database/money-column.ts'
import type { Caller } from '../actors/caller.ts'
import { isVisibleTo } from '../partners/visible-rows-queries.ts'
import { isInStatementMonth, isOfParties, type Parties } from './statement-month-queries.ts'

export type StatementFilter = Parties & { month: string }

/** A row as it is stored, or as it is counted now. */
export type CountedRow = Omit<Static<typeof StatementRow>, 'net' | 'value' | 'total'> & {
  value: StoredMoney | null
}

/** The net number and the sum of the rows with one currency. `sum` is in minor units, as text. */
export type CurrencySum = {
  currency: string | null
  decimals: number | null
  net: number
  sum: string | null
}

/** The place of a row in its list. Without a value: an empty currency, and -1. */
export type RowKey = {
  merchantId: string
  partnerId: string
  voucherId: string
  currency: string
  minor: string
  decimals: number
}

const GROUP = 'merchant_id, partner_id, voucher_id, value_currency, value_minor, value_decimals'

/** Counts a month from its redemptions and adjustments. `isChosen` is a condition on both, which are called `r`. */
export function countedRows(sql: Reader, month: string, isChosen: ReturnType<Reader>) {
  const group = sql.unsafe(GROUP)
  return sql`
    select ${group}, sum(redeemed)::int as redeemed, sum(voided)::int as voided, sum(rejected)::int as rejected,
      sum(adjustments)::int as adjustments, sum(unreviewed)::int as unreviewed
    from (
      select ${group}, count(*) as redeemed, count(voided_at) as voided,
        count(*) filter (where review_outcome = 'REJECTED' and voided_at is null) as rejected, 0 as adjustments,
        count(*) filter (where status = 'FLAGGED' and reviewed_at is null and voided_at is null) as unreviewed
      from redemptions r
      where ${isInStatementMonth(sql, month)} and ${isChosen}
        and partner_id not in (select id from partners where mode = 'test')
        and id not in (select redemption_id from statement_adjustments where redemption_month = ${month} and kind = 'LATE')
      group by ${group}
      union all
      select ${group}, 0, 0, 0, sum(count), 0
      from statement_adjustments r
      where month = ${month} and ${isChosen}
      group by ${group}
    ) as parts
    group by ${group}`
}

function openRows(sql: Reader, month: string, isChosen: ReturnType<Reader>) {
  return sql`
    select null::bigint as number, c.*, m.name as merchant_name, m.timezone, p.name as partner_name,
      v.title as voucher_title
    from (${countedRows(sql, month, isChosen)}) as c
    join merchants m on m.id = c.merchant_id
    join partners p on p.id = c.partner_id
    join vouchers v on v.id = c.voucher_id`
}

function closedRows(sql: Reader, month: string, isChosen: ReturnType<Reader>) {
  return sql`
    select r.number, merchant_id, partner_id, voucher_id, value_currency, value_minor, value_decimals, redeemed, voided,
      rejected, adjustments, unreviewed, merchant_name, timezone, partner_name, voucher_title
    from statements r join statement_rows using (number)
    where month = ${month} and ${isChosen}`
}

const ORDER = `merchant_id, partner_id, voucher_id, coalesce(value_currency, ''), coalesce(value_minor, -1),
  coalesce(value_decimals, -1)`

/**
 * The rows after a key and the sums of all rows, in one statement, so that they fit. The rows have one more than the limit
 * if there are more. Null: all rows.
 */
export async function readStatements(
  tx: Tx,
  caller: Caller,
  { month, ...parties }: StatementFilter,
  { isOpen, after, limit }: { isOpen: boolean; after: RowKey | null; limit: number | null },
): Promise<{ rows: CountedRow[]; sums: CurrencySum[] }> {
  // A month with millions of redemptions takes longer than the deadline of a request.
  await tx.extendDeadline(60_000)
  const isChosen = tx`${isVisibleTo(tx, caller)} and ${isOfParties(tx, parties)}`
  const order = tx.unsafe(ORDER)
  const isAfter = after
    ? tx`(${order}) > (${after.merchantId}::uuid, ${after.partnerId}::uuid, ${after.voucherId}::uuid,
        ${after.currency}::text, ${after.minor}::bigint, ${after.decimals}::int)`
    : tx`true`
  const [row] = await tx<[{ rows: CountedRow[]; sums: CurrencySum[] }]>`
    with chosen as materialized (${isOpen ? openRows(tx, month, isChosen) : closedRows(tx, month, isChosen)})
    select coalesce((
      select json_agg(json_build_object(
        'number', number, 'merchantId', merchant_id, 'merchantName', merchant_name, 'partnerId', partner_id,
        'partnerName', partner_name, 'timezone', timezone, 'voucherId', voucher_id, 'voucherTitle', voucher_title,
        'redeemed', redeemed, 'voided', voided, 'rejected', rejected, 'adjustments', adjustments,
        'unreviewed', unreviewed, 'value', ${moneyOf(tx, 'page')}))
      from (select * from chosen where ${isAfter} order by ${order} limit ${limit === null ? null : limit + 1}) as page
    ), '[]') as rows,
    coalesce((
      select json_agg(json_build_object('currency', value_currency, 'decimals', value_decimals, 'net', net, 'sum', sum))
      from (
        select value_currency, value_decimals, sum(redeemed - voided - rejected + adjustments) as net,
          sum((redeemed - voided - rejected + adjustments) * value_minor::numeric)::text as sum
        from chosen group by 1, 2 order by 1 nulls last, 2
      ) as sums
    ), '[]') as sums`
  return row
}
