import type { Tx } from '../../platform/database/db.ts'
import { deletionBefore } from '../../platform/database/deletion-before.ts'

export type RefusalCount = {
  /** The time at which the hour starts. */
  hour: string
  partnerId: string
  voucherId: string | null
  reason: string
  count: number
}

/** The rows are sorted, so that nodes that write at the same time cannot deadlock. */
export async function addRefusalCounts(tx: Tx, counts: RefusalCount[]): Promise<void> {
  await tx`
    insert into refusal_counts as held (hour, partner_id, merchant_id, reason, count)
    select t.hour::timestamptz, t.partner_id, vouchers.merchant_id, t.reason, sum(t.count)
    from unnest(
      ${counts.map(({ hour }) => hour)}::text[],
      ${counts.map(({ partnerId }) => partnerId)}::uuid[],
      ${counts.map(({ voucherId }) => voucherId)}::uuid[],
      ${counts.map(({ reason }) => reason)}::text[],
      ${counts.map(({ count }) => count)}::int[]
    ) as t (hour, partner_id, voucher_id, reason, count)
    left join vouchers on vouchers.id = t.voucher_id
    group by 1, 2, 3, 4
    order by 1, 2, 3, 4
    on conflict on constraint refusal_counts_one_per_hour_and_reason
    do update set count = held.count + excluded.count`
}

export const deleteRefusalCountsBefore = deletionBefore('refusal_counts', 'hour')
