import { arrayLiteral, columnsOf } from '../../platform/database/array-literal.ts'
import type { Db, Reader } from '../../platform/database/db.ts'
import type { RedemptionRecord } from './queries.ts'

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

/** By cycle, the two newest: whichever is the current one, it is among them. */
type UsedByCycle = Record<string, number>

export type RequestRow = {
  /** Null: nobody is known by that name, or not any more. */
  userId: string | null
  isFavorite: boolean
  hasClaim: boolean
  used: UsedByCycle
  replay: (RedemptionRecord & { requestHash: string }) | null
  /** When the pair of user and outlet may try again, after too many wrong PINs. */
  lockedUntil: string | null
  /** Until when the outlet asks this user to be there before it looks at the PIN. */
  defendedUntil: string | null
}

/** The vouchers and outlets that the node already knows, by id, as of one version of the catalog. */
export type KnownTerms = {
  version: number
  vouchers: ReadonlyMap<string, unknown>
  outlets: ReadonlyMap<string, unknown>
}

export type LoadedFacts = {
  /** Of the catalogue. */
  version: number
  /** Those that were not known of this version. */
  vouchers: Record<string, VoucherRow>
  outlets: Record<string, OutletRow>
  /** By voucher, of those that have a cap or a pool. */
  supplies: Record<string, { used: UsedByCycle; codesLeft: number }>
  requests: RequestRow[]
  /** By user: how many of the asked attempts count, and the oldest that still does. */
  attempts: Record<string, { granted: number; oldest: string }>
}

export type Limits = { attempts: number; windowSeconds: number }

/**
 * The facts of all requests in one statement, one row of JSON. What the back office has laid down comes along only where
 * `known` is of another version of the catalogue, or do not hold it yet. The same statement counts the attempts, and
 * commits them: whatever becomes of the redemptions cannot take them back. That commit does not wait for the disk, since
 * a crash of the database may forgive an attempt of its last moments; a node that dies loses none.
 */
export async function loadFacts(
  db: Db,
  asked: Asked[],
  now: Date,
  limits: Limits,
  known: KnownTerms,
): Promise<LoadedFacts> {
  const each = columnsOf(asked)
  const newVouchers = unknownTo(
    known.vouchers,
    asked.map(({ voucherId }) => voucherId),
  )
  const newOutlets = unknownTo(
    known.outlets,
    asked.map(({ outletId }) => outletId),
  )
  const [row] = await db<[LoadedFacts]>`
    with hurried as materialized (select set_config('synchronous_commit', 'off', true)),
    asked as materialized (
      select a.*, u.id as user_id, l.locked_until, d.defended_until
      from unnest(
        ${each(({ partnerId }) => partnerId)}::uuid[],
        ${each(({ externalUserId }) => externalUserId)}::text[],
        ${each(({ voucherId }) => voucherId)}::uuid[],
        ${each(({ outletId }) => outletId)}::uuid[],
        ${each(({ idempotencyKey }) => idempotencyKey)}::text[],
        ${each(({ counts }) => counts)}::boolean[]
      ) with ordinality
        as a (partner_id, external_user_id, voucher_id, outlet_id, idempotency_key, counts, place)
      left join users u
        on (u.partner_id, u.external_user_id) = (a.partner_id, a.external_user_id) and u.anonymized_at is null
      left join pin_locks l
        on l.outlet_id = a.outlet_id and l.user_id = u.id and l.locked_until > ${now}::timestamptz
      left join outlet_defenses d
        on d.outlet_id = a.outlet_id and d.defended_until > ${now}::timestamptz
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
           and r.redeemed_at > ${now}::timestamptz - interval '24 hours') as replay
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
      catalog_version.version,
      coalesce((
        select json_object_agg(v.id, json_build_object(
          'id', v.id, 'merchantId', v.merchant_id, 'merchantCategory', m.category, 'merchantIsActive', m.is_active,
          'timezone', m.timezone, 'title', v.title, 'status', v.status, 'codeSource', v.code_source,
          'claimFlow', v.claim_flow, 'favoritesOnly', v.favorites_only, 'redemptionCount', v.redemption_count,
          'cycle', v.cycle, 'globalRedemptionCap', v.global_redemption_cap, 'validFrom', v.valid_from,
          'validUntil', v.valid_until, 'applicableFrom', v.applicable_from, 'applicableUntil', v.applicable_until,
          'outletIds', v.outlet_ids))
        from vouchers v join merchants m on m.id = v.merchant_id
        where v.id = any (
          case when catalog_version.version = ${known.version} then ${newVouchers}::uuid[]
          else array(select voucher_id from asked) end)
      ), '{}') as vouchers,
      coalesce((
        select json_object_agg(o.id, json_build_object(
          'id', o.id, 'merchantId', o.merchant_id, 'merchantCategory', m.category, 'name', o.name,
          'isActive', o.is_active, 'pinHash', encode(o.pin_hash, 'base64'), 'latitude', o.latitude,
          'longitude', o.longitude))
        from outlets o join merchants m on m.id = o.merchant_id
        where o.id = any (
          case when catalog_version.version = ${known.version} then ${newOutlets}::uuid[]
          else array(select outlet_id from asked) end)
      ), '{}') as outlets,
      coalesce((
        select json_object_agg(v.id, json_build_object(
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
        from vouchers v
        where v.id in (select voucher_id from asked)
          and (v.global_redemption_cap is not null or v.code_source = 'MANUAL')
      ), '{}') as supplies,
      coalesce((
        select json_object_agg(user_id, json_build_object('granted', granted, 'oldest', times[1])) from counted
      ), '{}') as attempts,
      (
        select json_agg(json_build_object(
          'userId', user_id,
          'replay', replay,
          'lockedUntil', locked_until,
          'defendedUntil', case
            when defended_until is not null and (
              select true from redemptions r
              where r.user_id = known.user_id and r.outlet_id = known.outlet_id limit 1
            ) is null
            then defended_until end,
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
    from hurried, catalog_version`
  return row
}

/** Takes back one attempt that was counted at that moment. */
export async function returnAttempt(db: Db, userId: string, countedAt: Date): Promise<void> {
  await db`
    update redemption_attempts
    set times = times[:array_position(times, ${countedAt}::timestamptz) - 1]
      || times[array_position(times, ${countedAt}::timestamptz) + 1:]
    where user_id = ${userId}::uuid and ${countedAt}::timestamptz = any (times)`
}

function unknownTo(known: ReadonlyMap<string, unknown>, ids: (string | null)[]): string {
  return arrayLiteral([...new Set(ids)].filter((id) => id !== null && !known.has(id)))
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
