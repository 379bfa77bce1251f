import type { CodePool } from '@counterfoil/contract/admin/codes.ts'
import type { Static } from 'typebox'
import type { Reader, Tx } from '../../platform/database/db.ts'
import type { Caller } from '../actors/caller.ts'
import { isOfOwnMerchant } from '../actors/own-rows-queries.ts'

/** Codes without duplicates, and the line that each code came from. */
export type CodeColumns = { codes: string[]; lines: number[] }

/**
 * The code pool of the voucher `v`, from counters, so the size of the pool does not matter: each redemption of a MANUAL
 * voucher has drawn one code, and keeps it when it is voided. One statement reads all counters, so that a concurrent void
 * is counted exactly once.
 */
export const poolOfVoucher = (sql: Reader) => sql`
  (
    select total, total - dispensed as available, dispensed
    from (
      select coalesce((select total from code_pools where voucher_id = v.id), 0) as total,
        case when v.code_source = 'MANUAL' then
          (select coalesce(sum(used), 0) from voucher_quotas where voucher_id = v.id)
          + (select count(*) from redemptions where voucher_id = v.id and voided_at is not null)
          + (select coalesce(sum(voided), 0) from archived_voucher_counts
             where voucher_id = v.id and month in (select month from archived_months))
        else 0 end::bigint as dispensed
    ) as counters
  )`

export async function findCodePool(
  sql: Reader,
  caller: Caller,
  voucherId: string,
): Promise<Static<typeof CodePool> | null> {
  const [row] = await sql<Static<typeof CodePool>[]>`
    select pool.*
    from vouchers v cross join lateral ${poolOfVoucher(sql)} as pool
    where v.id = ${voucherId} and ${isOfOwnMerchant(sql, 'merchant_id', caller)}`
  return row ?? null
}

/** The lines whose code is in the pool already. */
export async function listPooledLines(
  sql: Reader,
  voucherId: string,
  { codes, lines }: CodeColumns,
): Promise<number[]> {
  const rows = await sql<{ line: number }[]>`
    select line
    from unnest(${codes}::text[], ${lines}::int[]) as input (code, line)
    where exists (select from voucher_codes where voucher_id = ${voucherId} and voucher_codes.code = input.code)
    order by line`
  return rows.map(({ line }) => line)
}

/** The order of `codes` becomes their order in the pool. */
export async function insertCodes(tx: Tx, voucherId: string, codes: string[]): Promise<void> {
  await tx`
    insert into voucher_codes (voucher_id, code)
    select ${voucherId}::uuid, code
    from unnest(${codes}::text[]) with ordinality as input (code, ordinal)
    order by ordinal`
}
