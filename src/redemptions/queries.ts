import type { RedemptionCreated } from '@counterfoil/contract/events.ts'
import type { Redemption } from '@counterfoil/contract/redemption.ts'
import type { Static } from 'typebox'
import { columnsOf } from '../array-literal.ts'
import type { Db, Reader, Tx } from '../db.ts'
import type { ListRequest } from '../paging.ts'
import type { RedemptionRequest } from './facts.ts'
import type { Position } from './geo.ts'

export type RedemptionRecord = Static<typeof Redemption>

/** A redemption that was granted, and all that is written down with it. */
export type RedemptionToWrite = {
  redemption: RedemptionRecord
  partnerId: string
  consumer: Position | null
  gpsAccuracyMeters: number | null
  /** `hash` is Base64. */
  idempotency: { key: string; hash: string } | null
  drawsCode: boolean
  /** The limits that it was decided by. */
  userLimit: number
  voucherCap: number | null
  event: RedemptionCreated
}

/**
 * Counters, redemptions, drawn codes and events of a batch in one statement: all of it, or nothing. Answers the code of
 * each. `version` is that of the catalogue by which they were decided. SQLSTATE CF001: the facts have changed meanwhile.
 */
export async function writeRedemptions(
  db: Db,
  granted: RedemptionToWrite[],
  { now, version, waitForCodes }: { now: Date; version: number; waitForCodes: boolean },
): Promise<(string | null)[]> {
  const each = columnsOf(granted)
  const [row] = await db<[{ codes: (string | null)[] }]>`
    select to_json(write_redemptions(
      ${each(({ redemption }) => redemption.id)},
      ${each(({ partnerId }) => partnerId)},
      ${each(({ redemption }) => redemption.userId)},
      ${each(({ redemption }) => redemption.voucherId)},
      ${each(({ redemption }) => redemption.outletId)},
      ${each(({ redemption }) => redemption.merchantId)},
      ${each(({ redemption }) => redemption.voucherTitle)},
      ${each(({ redemption }) => redemption.outletName)},
      ${each(({ redemption }) => redemption.cycleKey)},
      ${each(({ redemption }) => redemption.cycleResetsAt)},
      ${each(({ redemption }) => redemption.remaining)},
      ${each(({ redemption }) => redemption.status)},
      ${each(({ redemption }) => redemption.flagReason)},
      ${each(({ redemption }) => redemption.gpsDistanceMeters)},
      ${each(({ consumer }) => consumer?.latitude ?? null)},
      ${each(({ consumer }) => consumer?.longitude ?? null)},
      ${each(({ gpsAccuracyMeters }) => gpsAccuracyMeters)},
      ${each(({ redemption }) => redemption.code)},
      ${each(({ drawsCode }) => drawsCode)},
      ${each(({ idempotency }) => idempotency?.key ?? null)},
      ${each(({ idempotency }) => idempotency?.hash ?? null)},
      ${each(({ userLimit }) => userLimit)},
      ${each(({ voucherCap }) => voucherCap)},
      ${each(({ event }) => event.id)},
      ${granted.map(({ event }) => JSON.stringify(event)).join('\n')},
      ${now},
      ${version},
      ${waitForCodes}
    )) as codes`
  return row.codes
}

export async function insertPinFailure(
  tx: Tx,
  id: string,
  { partner, externalUserId, outletId }: Pick<RedemptionRequest, 'partner' | 'externalUserId' | 'outletId'>,
  now: Date,
): Promise<void> {
  await tx`
    insert into pin_failures (id, user_id, outlet_id, at)
    select ${id}, id, ${outletId}, ${now} from users
    where partner_id = ${partner.id} and external_user_id = ${externalUserId}`
}

/** The oldest, `most` at once; answers how many there were. */
export async function deletePinFailuresBefore(tx: Tx, time: Date, most: number): Promise<number> {
  const { count } = await tx`
    delete from pin_failures
    where id = any (array(select id from pin_failures where at < ${time} order by at limit ${most}))`
  return count
}

export function listRedemptionsOfUser(
  sql: Reader,
  userId: string,
  { limit, before }: ListRequest,
): Promise<RedemptionRecord[]> {
  return sql<RedemptionRecord[]>`
    select id, user_id, voucher_id, outlet_id, merchant_id, voucher_title, outlet_name, cycle_key, cycle_resets_at,
      status, flag_reason, gps_available, gps_distance_meters, code, redeemed_at, voided_at, remaining
    from redemptions
    where user_id = ${userId}
      ${before.id === null ? sql`` : sql`and (redeemed_at, id) < (${before.time}::timestamptz, ${before.id}::uuid)`}
    order by redeemed_at desc, id desc
    limit ${limit === null ? null : limit + 1}`
}
