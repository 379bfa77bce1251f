import type { RedemptionCreated } from '@counterfoil/contract/events.ts'
import type { Redemption } from '@counterfoil/contract/redemption.ts'
import type { Static } from 'typebox'
import type { Db, Reader, Tx } from '../db.ts'
import type { ListRequest } from '../paging.ts'
import type { RedemptionRequest } from './facts.ts'
import type { Position } from './geo.ts'

export type RedemptionRecord = Static<typeof Redemption>

export type Asked = {
  partnerId: string
  externalUserId: string
  voucherId: string
  outletId: string | null
  idempotencyKey: string | null
  /** Whether it is an attempt that counts; a second look at the same request is none. */
  counts: boolean
}

export type VoucherRow = {
  id: string
  merchantId: string
  merchantCategory: string
  merchantIsActive: boolean
  timezone: string
  title: string
  status: 'DRAFT' | 'PUBLISHED' | 'UNPUBLISHED'
  codeSource: 'NONE' | 'MANUAL' | 'AUTO'
  claimFlow: 'WALLET' | 'INSTANT'
  favoritesOnly: boolean
  redemptionCount: number
  cycle: 'ONE_TIME' | 'MONTHLY' | 'BIWEEKLY'
  globalRedemptionCap: number | null
  validFrom: string | null
  validUntil: string | null
  applicableFrom: string | null
  applicableUntil: string | null
  outletIds: string[] | null
  /** By cycle, the two newest: whichever is the current one, it is among them. */
  used: Record<string, number>
  codesLeft: number
}

export type OutletRow = {
  id: string
  merchantId: string
  merchantCategory: string
  name: string
  isActive: boolean
  /** Base64. */
  pinHash: string | null
  latitude: number | null
  longitude: number | null
}

export type RequestRow = {
  /** Null: nobody is known by that name, or not any more. */
  userId: string | null
  isFavorite: boolean
  hasClaim: boolean
  used: Record<string, number>
  replay: (RedemptionRecord & { requestHash: string }) | null
  /** When the pair of user and outlet may try again, after too many wrong PINs. */
  lockedUntil: string | null
}

export type LoadedFacts = {
  vouchers: Record<string, VoucherRow>
  outlets: Record<string, OutletRow>
  requests: RequestRow[]
  /** By user: how many of the asked attempts count, and the oldest that still does. */
  attempts: Record<string, { granted: number; oldest: string }>
}

export type Limits = { attempts: number; windowSeconds: number }

/**
 * The facts of all requests in one statement, one row of JSON. The same statement counts the attempts, and commits
 * them: whatever becomes of the redemptions cannot take them back. That commit does not wait for the disk, since a crash
 * of the database may forgive an attempt of its last moments; a node that dies loses none.
 */
export async function loadFacts(db: Db, asked: Asked[], now: Date, limits: Limits): Promise<LoadedFacts> {
  const [row] = await db<[LoadedFacts]>`
    with hurried as materialized (select set_config('synchronous_commit', 'off', true)),
    asked as materialized (
      select a.*, u.id as user_id
      from unnest(
        ${asked.map(({ partnerId }) => partnerId)}::uuid[],
        ${asked.map(({ externalUserId }) => externalUserId)}::text[],
        ${asked.map(({ voucherId }) => voucherId)}::uuid[],
        ${asked.map(({ outletId }) => outletId)}::uuid[],
        ${asked.map(({ idempotencyKey }) => idempotencyKey)}::text[],
        ${asked.map(({ counts }) => String(counts))}::text[]::boolean[]
      ) with ordinality
        as a (partner_id, external_user_id, voucher_id, outlet_id, idempotency_key, counts, place)
      left join users u
        on (u.partner_id, u.external_user_id) = (a.partner_id, a.external_user_id) and u.anonymized_at is null
    ),
    known as materialized (
      select asked.*,
        (select json_build_object(
            'id', r.id, 'userId', r.user_id, 'voucherId', r.voucher_id, 'outletId', r.outlet_id,
            'merchantId', r.merchant_id, 'voucherTitle', r.voucher_title, 'outletName', r.outlet_name,
            'cycleKey', r.cycle_key, 'cycleResetsAt', r.cycle_resets_at, 'status', r.status,
            'flagReason', r.flag_reason, 'gpsAvailable', r.gps_available,
            'gpsDistanceMeters', r.gps_distance_meters, 'code', r.code, 'redeemedAt', r.redeemed_at,
            'voidedAt', r.voided_at, 'remaining', r.remaining, 'requestHash', encode(r.request_hash, 'base64'))
         from redemptions r
         where asked.idempotency_key is not null
           and (r.user_id, r.idempotency_key) = (asked.user_id, asked.idempotency_key)
           and r.redeemed_at > ${now}::timestamptz - interval '24 hours') as replay,
        (select max(at) + interval '1 hour'
         from (select f.at from pin_failures f
               where f.outlet_id = asked.outlet_id and f.user_id = asked.user_id
               order by f.at desc limit 10) as latest
         having count(*) = 10 and min(at) > max(at) - interval '24 hours'
           and max(at) + interval '1 hour' > ${now}::timestamptz) as locked_until
      from asked
    ),
    counted as (
      insert into redemption_attempts as held (user_id, times, granted)
      select user_id, array_fill(${now}::timestamptz, array[n]), n
      from (
        select user_id, least(count(*), ${limits.attempts})::int as n
        from known
        where counts and replay is null and locked_until is null and user_id is not null
        group by user_id
        order by user_id
      ) as attempts
      on conflict (user_id) do update set
        times = (
          array(select t from unnest(held.times) as t
                where t > ${now}::timestamptz - make_interval(secs => ${limits.windowSeconds}) order by t)
          || excluded.times
        )[1:${limits.attempts}],
        granted = least(
          excluded.granted,
          greatest(0, ${limits.attempts} - (select count(*) from unnest(held.times) as t
             where t > ${now}::timestamptz - make_interval(secs => ${limits.windowSeconds})))
        )
      returning user_id, times, granted
    )
    select
      coalesce((
        select json_object_agg(v.id, json_build_object(
          'id', v.id, 'merchantId', v.merchant_id, 'merchantCategory', m.category, 'merchantIsActive', m.is_active,
          'timezone', m.timezone, 'title', v.title, 'status', v.status, 'codeSource', v.code_source,
          'claimFlow', v.claim_flow, 'favoritesOnly', v.favorites_only, 'redemptionCount', v.redemption_count,
          'cycle', v.cycle, 'globalRedemptionCap', v.global_redemption_cap, 'validFrom', v.valid_from,
          'validUntil', v.valid_until, 'applicableFrom', v.applicable_from, 'applicableUntil', v.applicable_until,
          'outletIds', v.outlet_ids,
          'used', coalesce((
            select json_object_agg(cycle_key, used)
            from (select cycle_key, used from voucher_quotas q where q.voucher_id = v.id
                  order by cycle_key desc limit 2) as newest
          ), '{}'),
          'codesLeft', case when v.code_source = 'MANUAL' then (
            select count(*) from (
              select from voucher_codes c where c.voucher_id = v.id and c.redemption_id is null limit ${asked.length}
            ) as available
          ) else 0 end
        ))
        from vouchers v join merchants m on m.id = v.merchant_id
        where v.id in (select voucher_id from asked)
      ), '{}') as vouchers,
      coalesce((
        select json_object_agg(o.id, json_build_object(
          'id', o.id, 'merchantId', o.merchant_id, 'merchantCategory', m.category, 'name', o.name,
          'isActive', o.is_active, 'pinHash', encode(o.pin_hash, 'base64'), 'latitude', o.latitude,
          'longitude', o.longitude))
        from outlets o join merchants m on m.id = o.merchant_id
        where o.id in (select outlet_id from asked)
      ), '{}') as outlets,
      coalesce((
        select json_object_agg(user_id, json_build_object('granted', granted, 'oldest', times[1])) from counted
      ), '{}') as attempts,
      (
        select json_agg(json_build_object(
          'userId', user_id,
          'replay', replay,
          'lockedUntil', locked_until,
          'isFavorite', exists (
            select from favorites f join vouchers v on v.id = known.voucher_id
            where f.user_id = known.user_id and f.merchant_id = v.merchant_id),
          'hasClaim', exists (
            select from claims c where c.user_id = known.user_id and c.voucher_id = known.voucher_id),
          'used', coalesce((
            select json_object_agg(cycle_key, used)
            from (select cycle_key, used from user_quotas q
                  where q.user_id = known.user_id and q.voucher_id = known.voucher_id
                  order by cycle_key desc limit 2) as newest
          ), '{}')
        ) order by place)
        from known
      ) as requests
    from hurried`
  return row
}

/** As `loadFacts` would tell it of one more attempt, and counts none. Null: none has been counted of late. */
export async function findAttempts(
  sql: Reader,
  userId: string,
  now: Date,
  { attempts, windowSeconds }: Limits,
): Promise<LoadedFacts['attempts'][string] | null> {
  const [row] = await sql<LoadedFacts['attempts'][string][]>`
    select greatest(0, ${attempts} - count(*))::int as granted, min(t) as oldest
    from redemption_attempts, unnest(times) as t
    where user_id = ${userId} and t > ${now}::timestamptz - make_interval(secs => ${windowSeconds})
    having count(*) > 0`
  return row ?? null
}

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
 * each. SQLSTATE CF001: the facts have changed meanwhile.
 */
export async function writeRedemptions(
  db: Db,
  granted: RedemptionToWrite[],
  now: Date,
  waitForCodes: boolean,
): Promise<(string | null)[]> {
  const each = <T>(pick: (one: RedemptionToWrite) => T) => granted.map(pick)
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
      ${each(({ drawsCode }) => String(drawsCode))}::text[]::boolean[],
      ${each(({ idempotency }) => idempotency?.key ?? null)},
      ${each(({ idempotency }) => idempotency?.hash ?? null)},
      ${each(({ userLimit }) => userLimit)},
      ${each(({ voucherCap }) => voucherCap)},
      ${each(({ event }) => event.id)},
      ${each(({ event }) => JSON.stringify(event))},
      ${now},
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
      and (${before.id}::uuid is null or (redeemed_at, id) < (${before.time}::timestamptz, ${before.id}::uuid))
    order by redeemed_at desc, id desc
    limit ${limit === null ? null : limit + 1}`
}
