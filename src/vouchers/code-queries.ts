import type { CodePool } from '@counterfoil/contract/admin-codes.ts'
import type { Static } from 'typebox'
import type { Caller } from '../auth/staff.ts'
import type { Reader, Tx } from '../db.ts'

/** Codes and the lines that they came from, side by side; no code twice. */
export type CodeColumns = { codes: string[]; lines: number[] }

export async function findCodePool(
  sql: Reader,
  reach: Caller,
  voucherId: string,
): Promise<Static<typeof CodePool> | null> {
  const [row] = await sql<Static<typeof CodePool>[]>`
    select count(code) as total,
      count(code) filter (where redemption_id is null) as available,
      count(redemption_id) as dispensed
    from vouchers
    left join voucher_codes on voucher_id = vouchers.id
    where vouchers.id = ${voucherId} and (${reach.merchantId}::uuid is null or merchant_id = ${reach.merchantId})
    group by vouchers.id`
  return row ?? null
}

/**
 * Adds the codes in the order of their lines and answers the lines whose code the pool had already. The caller holds
 * the lock of the voucher: without it two uploads of the same codes in different order would wait for each other.
 */
export async function insertCodes(
  tx: Tx,
  voucherId: string,
  { codes, lines }: CodeColumns,
): Promise<number[]> {
  const rows = await tx<{ line: number }[]>`
    with given as (
      select code, line from unnest(${codes}::text[], ${lines}::int[]) as given (code, line)
    ), added as (
      insert into voucher_codes (voucher_id, code)
      select ${voucherId}, code from given order by line
      on conflict on constraint voucher_codes_are_unique_in_their_pool do nothing
      returning code
    )
    select line from given where code not in (select code from added) order by line`
  return rows.map(({ line }) => line)
}

/** The lines whose code is in the pool. */
export async function listPooledLines(
  sql: Reader,
  voucherId: string,
  { codes, lines }: CodeColumns,
): Promise<number[]> {
  const rows = await sql<{ line: number }[]>`
    select line
    from unnest(${codes}::text[], ${lines}::int[]) as given (code, line)
    where exists (select from voucher_codes where voucher_id = ${voucherId} and voucher_codes.code = given.code)
    order by line`
  return rows.map(({ line }) => line)
}
