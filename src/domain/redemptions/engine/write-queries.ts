import type { RedemptionCreated } from '@counterfoil/contract/events.ts'
import type { Money } from '@counterfoil/contract/money.ts'
import type { Redemption } from '@counterfoil/contract/shapes/redemption.ts'
import type { Static } from 'typebox'
import { columnsOf } from '../../../platform/database/array-literal.ts'
import type { Db } from '../../../platform/database/db.ts'
import type { Position } from '../../../platform/geo.ts'
import type { Translations } from '../../languages/translate.ts'

/** The stored part of a redemption. The verification code is computed when it is shown. */
export type RedemptionRecord = Omit<Static<typeof Redemption>, 'verifyCode'>

/** The title and the name are snapshots. They have translations while the voucher and the outlet have these texts. */
export type RedemptionTranslations = { voucherTranslations: Translations; outletTranslations: Translations }
export type TranslatableRedemption = RedemptionRecord & RedemptionTranslations

/** A granted redemption, with everything that is written along with it. */
export type RedemptionToWrite = {
  redemption: RedemptionRecord
  partnerId: string
  deviceId: string | null
  consumer: Position | null
  gpsAccuracyMeters: number | null
  /** `hash` is base64. */
  idempotency: { key: string; hash: string } | null
  drawsCode: boolean
  /** The limits by which the redemption was decided. */
  userLimit: number
  voucherCap: number | null
  /** Beside the redemption, because consumers must not see it. */
  settlement: { value: Money | null; month: string }
  event: RedemptionCreated
}

/**
 * Writes the counters, redemptions, drawn codes and events of a batch in one statement: all or nothing. Returns the code
 * of each redemption. `version` is the catalog version by which they were decided. Fails with SQLSTATE CF001 if the facts
 * have changed since. Returns null and writes nothing if, since the facts were loaded, wrong PINs have locked out one of
 * the users at the outlet, or the outlet has become defended. To check this, the statement locks the rows of `pin_locks`:
 * a right PIN must not overtake wrong ones that are being recorded. A redemption by code has no PIN and ignores both.
 */
export async function writeRedemptions(
  db: Db,
  granted: RedemptionToWrite[],
  { now, version, waitForCodes }: { now: Date; version: number; waitForCodes: boolean },
): Promise<(string | null)[] | null> {
  const each = columnsOf(granted)
  const [row] = await db<[{ codes: (string | null)[] | null }]>`
    with batch as materialized (
      select
        ${each(({ redemption }) => redemption.userId)}::uuid[] as user_ids,
        ${each(({ redemption }) => redemption.outletId)}::uuid[] as outlet_ids,
        ${each(({ redemption }) => redemption.gpsDistanceMeters)}::double precision[] as distances,
        ${each(({ redemption }) => redemption.method)}::text[] as methods
    ),
    locks as materialized (
      select l.locked_until
      from batch
      cross join unnest(user_ids, outlet_ids, methods) as r (user_id, outlet_id, method)
      join pin_locks l on l.outlet_id = r.outlet_id and l.user_id = r.user_id
      where r.method <> 'QR'
      order by l.outlet_id, l.user_id
      for update of l
    )
    select case when exists (select from locks where locked_until > ${now}::timestamptz) or exists (
      select from outlet_defenses d
      join unnest(user_ids, outlet_ids, distances, methods) as r (user_id, outlet_id, distance, method)
        on r.outlet_id = d.outlet_id and r.distance is null and r.method <> 'QR'
      where d.outlet_id = any (outlet_ids) and d.defended_until > ${now}::timestamptz
        and not has_redeemed_at(r.user_id, r.outlet_id)
    ) then null else to_json(write_redemptions(
      ids => ${each(({ redemption }) => redemption.id)},
      partner_ids => ${each(({ partnerId }) => partnerId)},
      user_ids => batch.user_ids,
      voucher_ids => ${each(({ redemption }) => redemption.voucherId)},
      outlet_ids => batch.outlet_ids,
      merchant_ids => ${each(({ redemption }) => redemption.merchantId)},
      voucher_titles => ${each(({ redemption }) => redemption.voucherTitle)},
      outlet_names => ${each(({ redemption }) => redemption.outletName)},
      cycle_keys => ${each(({ redemption }) => redemption.cycleKey)},
      cycle_ends => ${each(({ redemption }) => redemption.cycleResetsAt)},
      remainders => ${each(({ redemption }) => redemption.remaining)},
      statuses => ${each(({ redemption }) => redemption.status)},
      flag_reasons => ${each(({ redemption }) => redemption.flagReason)},
      distances => batch.distances,
      latitudes => ${each(({ consumer }) => consumer?.latitude ?? null)},
      longitudes => ${each(({ consumer }) => consumer?.longitude ?? null)},
      accuracies => ${each(({ gpsAccuracyMeters }) => gpsAccuracyMeters)},
      codes => ${each(({ redemption }) => redemption.code)},
      draws => ${each(({ drawsCode }) => drawsCode)},
      keys => ${each(({ idempotency }) => idempotency?.key ?? null)},
      hashes => ${each(({ idempotency }) => idempotency?.hash ?? null)},
      user_limits => ${each(({ userLimit }) => userLimit)},
      voucher_caps => ${each(({ voucherCap }) => voucherCap)},
      event_ids => ${each(({ event }) => event.id)},
      event_bodies => ${granted.map(({ event }) => JSON.stringify(event)).join('\n')},
      at => ${now},
      decided_by => ${version},
      waiting => ${waitForCodes},
      months => ${each(({ settlement }) => settlement.month)},
      minors => ${each(({ settlement }) => settlement.value?.minor.toString() ?? null)},
      currencies => ${each(({ settlement }) => settlement.value?.currency ?? null)},
      decimals => ${each(({ settlement }) => settlement.value?.decimals ?? null)},
      methods => batch.methods,
      device_ids => ${each(({ deviceId }) => deviceId)}
    )) end as codes
    from batch`
  return row.codes
}
