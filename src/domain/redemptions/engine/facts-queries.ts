import { arrayLiteral, columnsOf } from '../../../platform/database/array-literal.ts'
import type { Db, Reader, Tx } from '../../../platform/database/db.ts'
import { moneyOf, type StoredMoney } from '../../../platform/database/money-column.ts'
import type { Translations } from '../../languages/translate.ts'
import type { CycleKind } from '../rules/cycle.ts'
import type { OutletFacts, VoucherFacts } from '../rules/decide.ts'
import { type AttemptLimits, type CountedAttempts, countAttempts } from './attempt-queries.ts'
import type { RedemptionRecord } from './write-queries.ts'

/** The keys by which the facts of a request are looked up. A preview has no idempotency key, and perhaps no outlet. */
export type RequestToLoad = {
  partnerId: string
  externalUserId: string
  voucherId: string
  outletId: string | null
  idempotencyKey: string | null
  /** False for a redemption by code: locks and defenses against wrong PINs do not apply to it. */
  usesPin: boolean
  /** True when the facts of a request are loaded for the first time. Later loads of the same request count no attempt. */
  countsAsAttempt: boolean
}

type VoucherTime = 'validFrom' | 'validUntil' | 'applicableFrom' | 'applicableUntil'

/** A voucher as JSON, with times as text. Only the title has translations here. */
export type VoucherRow = Omit<VoucherFacts, VoucherTime> &
  Record<VoucherTime, string | null> & {
    cycle: CycleKind
    timezone: string
    redemptionValue: StoredMoney | null
    translations: Translations
  }

export type OutletRow = Omit<OutletFacts, 'hasPin' | 'position'> & {
  /** The hash in base64. */
  pinHash: string | null
  latitude: number | null
  longitude: number | null
  translations: Translations
}

/** The uses by cycle key. Only the two newest cycles are loaded: the current one is always among them. */
type UsedByCycle = Record<string, number>

export type RequestRow = {
  /** Null if no user has this external id, or if the user was anonymized. */
  userId: string | null
  isFavorite: boolean
  hasClaim: boolean
  used: UsedByCycle
  replay: (RedemptionRecord & { requestHash: string }) | null
  /** Until when the user is locked out at the outlet, after too many wrong PINs. */
  lockedUntil: string | null
  /** Until when the outlet checks this user's position before the PIN. */
  defendedUntil: string | null
}

type KnownVoucher = Pick<VoucherFacts, 'globalRedemptionCap' | 'codeSource'>

/** The vouchers and outlets that this node has cached, by id, all from one catalog version. */
export type KnownTerms = {
  version: number
  vouchers: ReadonlyMap<string, KnownVoucher>
  outlets: ReadonlyMap<string, unknown>
}

export type LoadedFacts = {
  /** The catalog version. */
  version: number
  /** Only the vouchers and outlets that the node had not cached for this version. */
  vouchers: Record<string, VoucherRow>
  outlets: Record<string, OutletRow>
  /** The supply of vouchers with a global cap or a code pool, by voucher id. */
  supplies: Record<string, { used: UsedByCycle; codesLeft: number }>
  requests: RequestRow[]
  /** By user id. */
  attempts: Record<string, CountedAttempts>
}

/** At home, the statement finds the users and counts their attempts. In a cell, both were done at home before. */
export type UsersAndAttempts = { limits: AttemptLimits } | { userIds: (string | null)[] }

/**
 * Loads the facts of all requests in one statement, as one row of JSON. Vouchers and outlets are included only if they are
 * missing from `known`, or if `known` has another catalog version. The same statement counts the attempts and commits
 * them, so a failed redemption cannot undo its attempt. The commit does not wait for the disk: if the database crashes,
 * the latest attempts may be lost. If only this node crashes, none are.
 */
export async function loadFacts(
  db: Db,
  requests: RequestToLoad[],
  now: Date,
  users: UsersAndAttempts,
  known: KnownTerms,
): Promise<LoadedFacts> {
  const [row] = await db<[LoadedFacts]>`
    with async_commit as materialized (select set_config('synchronous_commit', 'off', true)),
    incoming as materialized (${incomingWithUsersAndLocks(db, requests, now, users)}),
    resolved as materialized (${incomingWithReplays(db, now)}),
    counted as (${'limits' in users ? countAttempts(db, now, users.limits) : noAttempts(db)})
    select
      catalog_version.version,
      coalesce((${missingVouchers(db, requests, known)}), '{}') as vouchers,
      coalesce((${missingOutlets(db, requests, known)}), '{}') as outlets,
      coalesce((${supplies(db, requests, known)}), '{}') as supplies,
      coalesce((
        select json_object_agg(user_id, json_build_object('granted', granted, 'oldest', times[1])) from counted
      ), '{}') as attempts,
      (${requestFacts(db)}) as requests
    from async_commit, catalog_version`
  return row
}

// The parts of the statement of `loadFacts`. Their text never changes between calls, so the statement is prepared once.

function incomingWithUsersAndLocks(
  sql: Reader,
  requests: RequestToLoad[],
  now: Date,
  users: UsersAndAttempts,
) {
  const each = columnsOf(requests)
  return sql`
    select a.*, u.id as user_id, l.locked_until, d.defended_until
    from unnest(
      ${each(({ partnerId }) => partnerId)}::uuid[],
      ${each(({ externalUserId }) => externalUserId)}::text[],
      ${each(({ voucherId }) => voucherId)}::uuid[],
      ${each(({ outletId }) => outletId)}::uuid[],
      ${each(({ idempotencyKey }) => idempotencyKey)}::text[],
      ${each(({ usesPin }) => usesPin)}::boolean[],
      ${each(({ countsAsAttempt }) => countsAsAttempt)}::boolean[]
    ) with ordinality
      as a (partner_id, external_user_id, voucher_id, outlet_id, idempotency_key, uses_pin, counts, ordinal)
    left join ${'limits' in users ? activeUsers(sql) : givenUsers(sql, users.userIds)}
    left join pin_locks l
      on a.uses_pin and l.outlet_id = a.outlet_id and l.user_id = u.id and l.locked_until > ${now}::timestamptz
    left join outlet_defenses d
      on a.uses_pin and d.outlet_id = a.outlet_id and d.defended_until > ${now}::timestamptz`
}

const activeUsers = (sql: Reader) => sql`
  users u on (u.partner_id, u.external_user_id) = (a.partner_id, a.external_user_id) and u.anonymized_at is null`

const givenUsers = (sql: Reader, userIds: (string | null)[]) => sql`
  unnest(${arrayLiteral(userIds)}::uuid[]) with ordinality as u (id, ordinal) on u.ordinal = a.ordinal`

const noAttempts = (sql: Reader) => sql`
  select null::uuid as user_id, null::timestamptz[] as times, null::integer as granted where false`

function incomingWithReplays(sql: Reader, now: Date) {
  return sql`
    select incoming.*,
      (select replay_of(k.redemption_id, k.request_hash)
       from idempotency_keys k
       where (k.user_id, k.key) = (incoming.user_id, incoming.idempotency_key)
         and k.redeemed_at > ${now}::timestamptz - interval '24 hours') as replay
    from incoming`
}

function missingVouchers(sql: Reader, requests: RequestToLoad[], known: KnownTerms) {
  const ids = requests.map(({ voucherId }) => voucherId)
  return sql`
    select json_object_agg(v.id, json_build_object(
      'id', v.id, 'merchantId', v.merchant_id, 'merchantName', m.name, 'merchantCategory', m.category,
      'merchantSandboxId', m.sandbox_id, 'merchantIsActive', m.is_active,
      'timezone', m.timezone, 'title', v.title, 'status', v.status, 'codeSource', v.code_source,
      'claimFlow', v.claim_flow, 'favoritesOnly', v.favorites_only, 'redemptionCount', v.redemption_count,
      'cycle', v.cycle, 'globalRedemptionCap', v.global_redemption_cap, 'validFrom', v.valid_from,
      'validUntil', v.valid_until, 'applicableFrom', v.applicable_from, 'applicableUntil', v.applicable_until,
      'outletIds', v.outlet_ids, 'redemptionValue', ${moneyOf(sql, 'v')},
      'translations', (select jsonb_object_agg(key, jsonb_build_object('title', value -> 'title'))
                       from jsonb_each(v.translations) where value ? 'title')))
    from vouchers v join merchants m on m.id = v.merchant_id
    where v.id = any (
      case when catalog_version.version = ${known.version} then ${missingFrom(known.vouchers, ids)}::uuid[]
      else array(select voucher_id from incoming) end)`
}

function missingOutlets(sql: Reader, requests: RequestToLoad[], known: KnownTerms) {
  const ids = requests.map(({ outletId }) => outletId)
  return sql`
    select json_object_agg(o.id, json_build_object(
      'id', o.id, 'merchantId', o.merchant_id, 'merchantCategory', m.category,
      'merchantSandboxId', m.sandbox_id, 'name', o.name,
      'isActive', o.is_active, 'redeemBy', o.redeem_by, 'pinHash', encode(o.pin_hash, 'base64'), 'latitude', o.latitude,
      'longitude', o.longitude,
      'translations', (select jsonb_object_agg(key, jsonb_build_object('name', value -> 'name'))
                       from jsonb_each(o.translations) where value ? 'name')))
    from outlets o join merchants m on m.id = o.merchant_id
    where o.id = any (
      case when catalog_version.version = ${known.version} then ${missingFrom(known.outlets, ids)}::uuid[]
      else array(select outlet_id from incoming) end)`
}

function missingFrom(known: ReadonlyMap<string, unknown>, ids: (string | null)[]): string {
  return arrayLiteral([...new Set(ids)].filter((id) => id !== null && !known.has(id)))
}

/**
 * Uses and codes left, per voucher with a cap or a pool. A batch draws at most one code per request, so the count stops
 * there.
 */
function supplies(sql: Reader, requests: RequestToLoad[], known: KnownTerms) {
  const ids = requests.map(({ voucherId }) => voucherId).filter((id) => !isUnlimited(known.vouchers.get(id)))
  return sql`
    select supplies_of(perhaps_limited.ids, ${requests.length})
    from (select case when catalog_version.version = ${known.version} then ${arrayLiteral([...new Set(ids)])}::uuid[]
          else array(select voucher_id from incoming) end) as perhaps_limited (ids)
    where cardinality(perhaps_limited.ids) > 0`
}

function isUnlimited(voucher: KnownVoucher | undefined): boolean {
  return voucher?.globalRedemptionCap === null && voucher.codeSource !== 'MANUAL'
}

/** Selects one element per request, in the order of the requests. */
function requestFacts(sql: Reader) {
  return sql`
    select json_agg(json_build_object(
      'userId', user_id,
      'replay', replay,
      'lockedUntil', locked_until,
      'defendedUntil', case
        when defended_until is not null and not has_redeemed_at(resolved.user_id, resolved.outlet_id)
        then defended_until end,
      'isFavorite', exists (
        select from favorites f join vouchers v on v.id = resolved.voucher_id
        where f.user_id = resolved.user_id and f.merchant_id = v.merchant_id),
      'hasClaim', exists (
        select from claims c where c.user_id = resolved.user_id and c.voucher_id = resolved.voucher_id),
      'used', coalesce((
        select json_object_agg(cycle_key, used)
        from (select cycle_key, used from user_quotas q
              where q.user_id = resolved.user_id and q.voucher_id = resolved.voucher_id
              order by cycle_key desc limit 2) as newest
      ), '{}')
    ) order by ordinal)
    from resolved`
}

/** `time` is the real time, which the ids of redemptions contain: the clock of a test partner may be ahead of it. */
export async function deleteIdempotencyKeysBefore(tx: Tx, time: Date, limit: number): Promise<number> {
  const { count } = await tx`
    delete from idempotency_keys
    where ctid = any (array(
      select ctid from idempotency_keys
      where redemption_id < uuid_v7_floor(${time}::timestamptz)
      order by redemption_id
      limit ${limit}
      for update skip locked
    ))`
  return count
}
