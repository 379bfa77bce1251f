import type { Reader, Tx } from '../../platform/database/db.ts'
import type { ClosedCounts } from './month-queries.ts'
import { countedRows } from './statement-queries.ts'

/**
 * Counts a month and stores its statements, in one statement and so at one moment. The lock on the counter keeps other
 * closes from taking the same numbers.
 */
export async function insertStatements(tx: Tx, month: string): Promise<Omit<ClosedCounts, 'closedAt'>> {
  await tx.extendDeadline(10 * 60_000)
  const [counter] = await tx<[{ lastNumber: number }]>`select last_number from statement_counter for update`
  const [counts] = await tx<[Omit<ClosedCounts, 'closedAt'>]>`
    with counted as materialized (${countedRows(tx, month, tx`true`)}),
    pairs as materialized (
      select merchant_id, partner_id,
        ${counter.lastNumber} + row_number() over (order by merchant_id, partner_id) as number
      from (select distinct merchant_id, partner_id from counted) as each
    ),
    new_statements as (
      insert into statements (number, month, merchant_id, partner_id, merchant_name, partner_name, timezone)
      select number, ${month}, merchant_id, partner_id, m.name, p.name, m.timezone
      from pairs join merchants m on m.id = merchant_id join partners p on p.id = partner_id
    ),
    new_rows as (
      insert into statement_rows (number, voucher_id, voucher_title, value_minor, value_currency, value_decimals, redeemed,
        voided, rejected, adjustments, unreviewed)
      select number, voucher_id, v.title, c.value_minor, c.value_currency, c.value_decimals, redeemed, voided, rejected,
        adjustments, unreviewed
      from counted c join pairs using (merchant_id, partner_id) join vouchers v on v.id = voucher_id
    )
    select (select count(*) from pairs) as statements,
      coalesce((select sum(unreviewed) from counted), 0)::int as unreviewed`
  await tx`update statement_counter set last_number = last_number + ${counts.statements}`
  return counts
}

/** The first and the last number of a month; both null if it has no statements. */
export async function getNumbers(
  sql: Reader,
  month: string,
): Promise<{ firstNumber: number | null; lastNumber: number | null }> {
  const [row] = await sql<[{ firstNumber: number | null; lastNumber: number | null }]>`
    select min(number) as first_number, max(number) as last_number from statements where month = ${month}`
  return row
}
