import type { RedemptionCreated } from '@counterfoil/contract/events.ts'
import type { Redemption } from '@counterfoil/contract/shapes/redemption.ts'
import type { Static } from 'typebox'
import { columnsOf } from '../../platform/database/array-literal.ts'
import type { Db, Reader } from '../../platform/database/db.ts'
import type { Position } from '../../platform/geo.ts'
import type { ListRequest } from '../../platform/input/paging.ts'
import type { Translations } from '../languages/translate.ts'
import type { UserKey } from '../users/user-queries.ts'

export type RedemptionRecord = Static<typeof Redemption>

/** A granted redemption and everything that is written with it. */
export type RedemptionToWrite = {
  redemption: RedemptionRecord
  partnerId: string
  consumer: Position | null
  gpsAccuracyMeters: number | null
  /** `hash` is Base64. */
  idempotency: { key: string; hash: string } | null
  drawsCode: boolean
  /** The limits that it was decided with. */
  userLimit: number
  voucherCap: number | null
  event: RedemptionCreated
}

/**
 * Writes the counters, redemptions, drawn codes and events of a batch in one statement: all or nothing. Returns the code
 * of each redemption. `version` is the catalog version that they were decided with.
 *
 * Fails with SQLSTATE CF001 if the facts have changed since. Returns null and writes nothing if, since the facts were
 * loaded, wrong PINs have locked out one of the users at the outlet, or the outlet has become defended. To check this,
 * the statement locks the rows of `pin_locks`: a right PIN must not overtake wrong ones that are being recorded.
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
        and not has_redeemed_at(r.user_id, r.outlet_id)
    ) then null else to_json(write_redemptions(
      ids => ${each(({ redemption }) => redemption.id)},
      partner_ids => ${each(({ partnerId }) => partnerId)},
      user_ids => given.user_ids,
      voucher_ids => ${each(({ redemption }) => redemption.voucherId)},
      outlet_ids => given.outlet_ids,
      merchant_ids => ${each(({ redemption }) => redemption.merchantId)},
      voucher_titles => ${each(({ redemption }) => redemption.voucherTitle)},
      outlet_names => ${each(({ redemption }) => redemption.outletName)},
      cycle_keys => ${each(({ redemption }) => redemption.cycleKey)},
      cycle_ends => ${each(({ redemption }) => redemption.cycleResetsAt)},
      remainders => ${each(({ redemption }) => redemption.remaining)},
      statuses => ${each(({ redemption }) => redemption.status)},
      flag_reasons => ${each(({ redemption }) => redemption.flagReason)},
      distances => given.distances,
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
      waiting => ${waitForCodes}
    )) end as codes
    from given`
  return row.codes
}

/** Title and name are snapshots. They have translations as long as the voucher and the outlet still have these texts. */
export type RedemptionTranslations = { voucherTranslations: Translations; outletTranslations: Translations }
export type TranslatableRedemption = RedemptionRecord & RedemptionTranslations

export function listRedemptionsOfUser(
  sql: Reader,
  userId: string,
  { limit, before }: ListRequest,
  withTranslations = false,
): Promise<TranslatableRedemption[]> {
  return sql<TranslatableRedemption[]>`
    ${selectRedemptions(sql, withTranslations)}
    where user_id = ${userId}
      ${before.id === null ? sql`` : sql`and (redeemed_at, id) < (${before.time}::timestamptz, ${before.id}::uuid)`}
    order by redeemed_at desc, id desc
    limit ${limit === null ? null : limit + 1}`
}

/** The redemption of an idempotency key, for as long as the key is remembered. `now` is the time of the partner. */
export async function findRedemptionByKey(
  sql: Reader,
  { userId, key, now }: { userId: string; key: string; now: Date },
  withTranslations: boolean,
): Promise<{ redemption: TranslatableRedemption; requestHash: string } | null> {
  // Not one statement: a redemption is found in its month only if its id is known.
  const [remembered] = await sql<{ redemptionId: string; requestHash: string }[]>`
    select redemption_id, encode(request_hash, 'base64') as request_hash from idempotency_keys
    where (user_id, key) = (${userId}, ${key}) and redeemed_at > ${now}::timestamptz - interval '24 hours'`
  if (!remembered) return null
  const [redemption] = await sql<TranslatableRedemption[]>`
    ${selectRedemptions(sql, withTranslations)}
    where id = ${remembered.redemptionId}`
  return redemption ? { redemption, requestHash: remembered.requestHash } : null
}

/** Whether the user has redeemed with this key in the last 24 hours. */
export async function isKeyStored(
  sql: Reader,
  { partnerId, externalUserId, key, now }: UserKey & { key: string; now: Date },
): Promise<boolean> {
  const rows = await sql`
    select from users join idempotency_keys on user_id = users.id
    where (partner_id, external_user_id, key) = (${partnerId}, ${externalUserId}, ${key})
      and anonymized_at is null and redeemed_at > ${now}::timestamptz - interval '24 hours'`
  return rows.length > 0
}

function selectRedemptions(sql: Reader, withTranslations: boolean) {
  const translations = withTranslations
    ? sql`
      (select nullif(translations, '{}') from vouchers
       where vouchers.id = voucher_id and title = voucher_title) as voucher_translations,
      (select nullif(translations, '{}') from outlets
       where outlets.id = outlet_id and name = outlet_name) as outlet_translations`
    : sql`null as voucher_translations, null as outlet_translations`
  return sql`
    select id, user_id, voucher_id, outlet_id, merchant_id, voucher_title, outlet_name, cycle_key, cycle_resets_at,
      status, flag_reason, gps_available, gps_distance_meters, code, redeemed_at, voided_at, remaining,
      ${translations}
    from redemptions`
}
