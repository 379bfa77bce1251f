import type { RedemptionCreated } from '@counterfoil/contract/events.ts'
import type { Redemption } from '@counterfoil/contract/redemption.ts'
import type { Static } from 'typebox'
import { columnsOf } from '../../platform/database/array-literal.ts'
import type { Db, Reader } from '../../platform/database/db.ts'
import type { Position } from '../../platform/geo.ts'
import type { ListRequest } from '../../platform/input/paging.ts'

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
 * Null: nothing was written, since wrong PINs have locked one of the users out at the outlet meanwhile, or the outlet is
 * defended now. The rows of `pin_locks` are locked for that: a right PIN must not pass wrong ones that are being recorded.
 */
export async function writeRedemptions(
  db: Db,
  granted: RedemptionToWrite[],
  { now, version, waitForCodes }: { now: Date; version: number; waitForCodes: boolean },
): Promise<(string | null)[] | null> {
  const each = columnsOf(granted)
  const [row] = await db<[{ codes: (string | null)[] | null }]>`
    with given as materialized (
      select
        ${each(({ redemption }) => redemption.userId)}::uuid[] as user_ids,
        ${each(({ redemption }) => redemption.outletId)}::uuid[] as outlet_ids,
        ${each(({ redemption }) => redemption.gpsDistanceMeters)}::double precision[] as distances
    ),
    locks as materialized (
      select l.locked_until
      from given
      cross join unnest(user_ids, outlet_ids) as r (user_id, outlet_id)
      join pin_locks l on l.outlet_id = r.outlet_id and l.user_id = r.user_id
      order by l.outlet_id, l.user_id
      for update of l
    )
    select case when exists (select from locks where locked_until > ${now}::timestamptz) or exists (
      select from outlet_defenses d
      join unnest(user_ids, outlet_ids, distances) as r (user_id, outlet_id, distance)
        on r.outlet_id = d.outlet_id and r.distance is null
      where d.outlet_id = any (outlet_ids) and d.defended_until > ${now}::timestamptz
        and (select true from redemptions
             where user_id = r.user_id and outlet_id = r.outlet_id limit 1) is null
    ) then null else to_json(write_redemptions(
      ${each(({ redemption }) => redemption.id)},
      ${each(({ partnerId }) => partnerId)},
      user_ids,
      ${each(({ redemption }) => redemption.voucherId)},
      outlet_ids,
      ${each(({ redemption }) => redemption.merchantId)},
      ${each(({ redemption }) => redemption.voucherTitle)},
      ${each(({ redemption }) => redemption.outletName)},
      ${each(({ redemption }) => redemption.cycleKey)},
      ${each(({ redemption }) => redemption.cycleResetsAt)},
      ${each(({ redemption }) => redemption.remaining)},
      ${each(({ redemption }) => redemption.status)},
      ${each(({ redemption }) => redemption.flagReason)},
      distances,
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
    )) end as codes
    from given`
  return row.codes
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
