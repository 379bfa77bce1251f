import type { Tx } from '../../src/platform/database/db.ts'

/** Moves a redemption to an earlier time and removes its event, which has expired by now. */
export async function age(tx: Tx, id: string, at: string): Promise<string> {
  const [row] = await tx<{ id: string }[]>`
    update redemptions set
      id = (left(uuid_v7_floor(${at}::timestamptz)::text, 14) || right(${id}::text, 22))::uuid, redeemed_at = ${at},
      statement_month = to_char(${at}::timestamptz at time zone 'UTC', 'YYYY-MM'),
      voided_at = case when voided_at is not null then ${at}::timestamptz end,
      cycle_key = case cycle_key when 'ONE_TIME' then cycle_key else to_char(${at}::timestamptz, 'YYYY-MM') end,
      cycle_resets_at = case cycle_key when 'ONE_TIME' then null else period_start('month', ${at}::timestamptz, 1) end
    where id = ${id} returning id`
  await tx`update voucher_codes set redemption_id = ${row?.id ?? ''} where redemption_id = ${id}`
  await tx`delete from events where body like ${`%${id}%`}`
  return row?.id ?? ''
}
