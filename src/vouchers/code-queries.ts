import { pipeline } from 'node:stream/promises'
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
export async function copyCodes(tx: Tx, voucherId: string, codes: string[]): Promise<void> {
  const pool = await tx`copy voucher_codes (voucher_id, code) from stdin`.writable()
  // Of what the text format of COPY gives a meaning, a code without control characters can hold the backslash only.
  const row = (code: string) => `${voucherId}\t${code.replaceAll('\\', '\\\\')}\n`
  await pipeline([codes.map(row).join('')], pool)
}
