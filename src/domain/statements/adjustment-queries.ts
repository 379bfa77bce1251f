import type { ADJUSTMENT_KINDS, Adjustment } from '@counterfoil/contract/admin/statements.ts'
import type { Static } from 'typebox'
import type { Reader, Tx } from '../../platform/database/db.ts'
import { moneyOf, type StoredMoney, toMoneyText } from '../../platform/database/money-column.ts'
import { orderedId } from '../../platform/database/ordered-id.ts'
import type { ListRequest } from '../../platform/input/paging.ts'
import type { Caller } from '../actors/caller.ts'
import { isVisibleTo } from '../partners/visible-rows-queries.ts'
import { isOfParties, type Parties } from './statement-month-queries.ts'

export type NewAdjustment = {
  month: string
  redemptionId: string
  kind: (typeof ADJUSTMENT_KINDS)[number]
  count: number
}

/** The value and the parties are those of the redemption. */
export async function insertAdjustment(
  tx: Tx,
  { month, redemptionId, kind, count }: NewAdjustment,
  at: Date,
): Promise<void> {
  await tx`
    insert into statement_adjustments
      (id, month, redemption_id, redemption_month, kind, count, at, merchant_id, partner_id, voucher_id, value_minor,
      value_currency, value_decimals)
    select ${orderedId()}, ${month}, r.id, r.statement_month, ${kind}, ${count}, ${at}, r.merchant_id, r.partner_id,
      r.voucher_id, r.value_minor, r.value_currency, r.value_decimals
    from redemptions r
    where r.id = ${redemptionId}`
}

export type AdjustmentRecord = Static<typeof Adjustment> & { id: string }

/** Without those that changed nothing. */
export async function listAdjustments(
  sql: Reader,
  caller: Caller,
  { month, voucherId, ...parties }: Parties & { month: string; voucherId?: string },
  { limit, before }: ListRequest,
): Promise<AdjustmentRecord[]> {
  const rows = await sql<(Omit<AdjustmentRecord, 'value'> & { value: StoredMoney | null })[]>`
    select id, redemption_id, redemption_month, kind, at, count, merchant_id, partner_id, voucher_id,
      ${moneyOf(sql, 'r')} as value
    from statement_adjustments r
    where month = ${month} and count <> 0 and ${isVisibleTo(sql, caller)} and ${isOfParties(sql, parties)}
      and ${voucherId === undefined ? sql`true` : sql`voucher_id = ${voucherId}`}
      and ${before.id === null ? sql`true` : sql`(at, id) < (${before.time}::timestamptz, ${before.id}::uuid)`}
    order by at desc, id desc
    limit ${limit === null ? null : limit + 1}`
  return rows.map(({ value, ...row }) => ({ ...row, value: toMoneyText(value) }))
}
