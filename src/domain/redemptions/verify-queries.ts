import type { Reader } from '../../platform/database/db.ts'
import { firstIdAt } from '../../platform/database/ordered-id.ts'

/** The ids of redemptions that were made in a period, which is a range of the primary key. */
export async function listIdsWithin(sql: Reader, from: Date, until: Date): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from redemptions where id >= ${firstIdAt(from)} and id < ${firstIdAt(until)}`
  return rows.map(({ id }) => id)
}

export type VerifiedRecord = {
  merchantName: string
  outletName: string
  voucherTitle: string
  redeemedAt: string
  voidedAt: string | null
  /** The time zone of the merchant. */
  timezone: string
}

export async function findVerified(sql: Reader, id: string): Promise<VerifiedRecord | null> {
  const [row] = await sql<VerifiedRecord[]>`
    select m.name as merchant_name, outlet_name, voucher_title, redeemed_at, voided_at, m.timezone
    from redemptions r join merchants m on m.id = r.merchant_id
    where r.id = ${id}`
  return row ?? null
}
