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

/** In the given order, which becomes that of their positions. */
export async function insertCodes(tx: Tx, voucherId: string, codes: string[]): Promise<void> {
  await tx`
    insert into voucher_codes (voucher_id, code)
    select ${voucherId}::uuid, code
    from unnest(${codes}::text[]) with ordinality as given (code, place)
    order by place`
}
