import type { Tx } from '../../platform/database/db.ts'
import { deletionBefore } from '../../platform/database/deletion-before.ts'

export type RefusalCount = {
  /** The time at which the quarter hour starts. */
  quarter: string
  partnerId: string
  voucherId: string | null
  outletId: string
  reason: string
  count: number
}

/** The rows are sorted, so that nodes that write at the same time cannot deadlock. */
export async function addRefusalCounts(tx: Tx, counts: RefusalCount[]): Promise<void> {
  await tx`
    insert into refusal_counts as held (quarter, partner_id, merchant_id, voucher_id, outlet_id, reason, count)
    select t.quarter::timestamptz, t.partner_id, vouchers.merchant_id, vouchers.id, outlets.id, t.reason, sum(t.count)
    from unnest(
      ${counts.map(({ quarter }) => quarter)}::text[],
      ${counts.map(({ partnerId }) => partnerId)}::uuid[],
      ${counts.map(({ voucherId }) => voucherId)}::uuid[],
      ${counts.map(({ outletId }) => outletId)}::uuid[],
      ${counts.map(({ reason }) => reason)}::text[],
      ${counts.map(({ count }) => count)}::int[]
    ) as t (quarter, partner_id, voucher_id, outlet_id, reason, count)
    left join vouchers on vouchers.id = t.voucher_id
    left join outlets on outlets.id = t.outlet_id
    group by 1, 2, 3, 4, 5, 6
    order by 1, 2, 3, 4, 5, 6
    on conflict (quarter, partner_id, merchant_id, voucher_id, outlet_id, reason)
    do update set count = held.count + excluded.count`
}

export const deleteRefusalCountsBefore = deletionBefore('refusal_counts', 'quarter')
