import type { ScheduleFailure } from '@counterfoil/contract/admin/vouchers.ts'
import type { Static } from 'typebox'
import type { Reader } from '../../platform/database/db.ts'
import { isAnyOf } from '../actors/own-rows-queries.ts'

/** How many other vouchers of the merchant are published within an hour of the time, before or after it. */
export async function countPublicationsAround(
  sql: Reader,
  { id, merchantId }: { id: string; merchantId: string },
  time: Date,
): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count from vouchers
    where merchant_id = ${merchantId} and id <> ${id}
      and publish_at > ${time}::timestamptz - interval '1 hour'
      and publish_at < ${time}::timestamptz + interval '1 hour'`
  return row.count
}

export type FailedSchedule = {
  voucherId: string
  voucherTitle: string
  merchantId: string
  failure: Static<typeof ScheduleFailure>
}

/** Vouchers of live merchants that were not published at their time. */
export function listFailedSchedules(sql: Reader, merchantIds: string[] | null): Promise<FailedSchedule[]> {
  return sql<FailedSchedule[]>`
    select v.id as voucher_id, v.title as voucher_title, v.merchant_id, v.schedule_failure as failure
    from vouchers v join merchants m on m.id = v.merchant_id and m.mode = 'live'
    where v.schedule_failure is not null and ${isAnyOf(sql, 'v.merchant_id', merchantIds)}`
}
