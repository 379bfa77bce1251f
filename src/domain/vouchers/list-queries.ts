import type { CodePool } from '@counterfoil/contract/admin/codes.ts'
import type {
  ListedVoucher,
  VOUCHER_SORTS,
  VOUCHER_STATES,
} from '@counterfoil/contract/admin/voucher-list.ts'
import type { Static } from 'typebox'
import type { Reader } from '../../platform/database/db.ts'
import {
  ascending,
  countRows,
  descending,
  inOrder,
  isAfter,
  NEVER,
  type RowCount,
  type SortColumn,
  type SortedPage,
} from '../../platform/database/keyset.ts'
import { containing } from '../../platform/input/paging.ts'
import type { SortedList } from '../../platform/input/sorted-list.ts'
import type { Caller } from '../actors/caller.ts'
import { isOfOwnMerchant } from '../actors/own-rows-queries.ts'
import { poolOfVoucher } from './code-queries.ts'

type Listed = Static<typeof ListedVoucher>

/** A voucher of the list without what is counted for it. */
export type VoucherRow = Omit<Listed, 'cap' | 'codes' | 'redeemed30Days'> & {
  globalRedemptionCap: number | null
}

type VoucherSort = (typeof VOUCHER_SORTS)[number]
type VoucherState = (typeof VOUCHER_STATES)[number]

const ID: SortColumn<VoucherRow> = { sql: 'v.id', type: 'uuid', of: ({ id }) => id }
const END: SortColumn<VoucherRow> = {
  sql: 'ends_at(v.valid_until)',
  type: 'end',
  of: ({ validUntil }) => validUntil ?? NEVER,
}
const TITLE: SortColumn<VoucherRow> = {
  sql: 'plain_title(v.title)',
  type: 'plainTitle',
  of: ({ title }) => title,
}
const MERCHANT: SortColumn<VoucherRow> = {
  sql: 'lower(m.name)',
  type: 'lowerText',
  of: ({ merchantName }) => merchantName,
}

/** Ids are ordered by time, so their order is that of creation. */
export const VOUCHER_LIST: SortedList<VoucherSort, VoucherRow> = {
  name: 'vouchers',
  default: '-createdAt',
  sorts: {
    '-createdAt': descending(ID),
    createdAt: ascending(ID),
    validUntil: ascending(END, ID),
    '-validUntil': descending(END, ID),
    title: ascending(TITLE, ID),
    '-title': descending(TITLE, ID),
    merchantName: ascending(MERCHANT, ID),
    '-merchantName': descending(MERCHANT, ID),
  },
}

export type VoucherFilter = {
  merchantId?: string
  state?: VoucherState
  q?: string
  /** Only vouchers that end after `now` and not later than this. */
  endsUntil: Date | null
  now: Date
}

const MIN_INDEXED_BYTES = 3

/** The index finds text of three bytes or more. */
export function hasInTitle(sql: Reader, q: string) {
  const isFound = sql`plain_title(v.title) ilike ${containing(q)}`
  if (Buffer.byteLength(q) < MIN_INDEXED_BYTES) return isFound
  return sql`byte_grams(plain_title(v.title)) @> byte_grams(lower(${q}::text)) and ${isFound}`
}

/** The state of the voucher `v` of the merchant `m`. */
export const stateAt = (sql: Reader, now: Date) => sql`
  case
    when v.status <> 'PUBLISHED' then v.status
    when v.valid_until <= ${now} then 'ENDED'
    when not m.is_active then 'INACTIVE'
    when v.valid_from > ${now} then 'UPCOMING'
    else 'LIVE'
  end`

/** The same states as plain conditions, of which PostgreSQL knows how many vouchers they match. */
function isInState(sql: Reader, state: VoucherState, now: Date) {
  const isOpen = sql`v.status = 'PUBLISHED' and (v.valid_until is null or v.valid_until > ${now})`
  if (state === 'ENDED') return sql`v.status = 'PUBLISHED' and v.valid_until <= ${now}`
  if (state === 'INACTIVE') return sql`${isOpen} and not m.is_active`
  if (state === 'UPCOMING') return sql`${isOpen} and m.is_active and v.valid_from > ${now}`
  if (state === 'LIVE')
    return sql`${isOpen} and m.is_active and (v.valid_from is null or v.valid_from <= ${now})`
  return sql`v.status = ${state}`
}

/** The index has ends to the millisecond, so this finds a few vouchers too many, and the exact conditions decide. */
const mayEndSince = (sql: Reader, time: Date) => sql`ends_at(v.valid_until) >= ends_at(${time}::timestamptz)`

/** Contains only the requested filters, so that PostgreSQL plans each combination separately. */
function matching(sql: Reader, caller: Caller, { merchantId, state, q, endsUntil, now }: VoucherFilter) {
  const conditions = [
    isOfOwnMerchant(sql, 'v.merchant_id', caller),
    ...(merchantId === undefined ? [] : [sql`v.merchant_id = ${merchantId}`]),
    ...(caller.merchantIds === null && merchantId === undefined ? [sql`m.mode = 'live'`] : []),
    ...(state === undefined ? [] : [isInState(sql, state, now)]),
    ...(q === undefined ? [] : [hasInTitle(sql, q)]),
    ...(endsUntil === null
      ? []
      : [
          sql`v.valid_until > ${now} and v.valid_until <= ${endsUntil}
            and ${mayEndSince(sql, now)} and ends_at(v.valid_until) <= ends_at(${endsUntil}::timestamptz)`,
        ]),
  ]
  return sql`
    from vouchers v join merchants m on m.id = v.merchant_id
    where ${conditions.reduce((all, one) => sql`${all} and ${one}`, sql`true`)}`
}

export function listAllVouchers(
  sql: Reader,
  caller: Caller,
  page: SortedPage<VoucherRow>,
  filter: VoucherFilter & { soon: Date },
): Promise<VoucherRow[]> {
  const { now, soon } = filter
  const state = stateAt(sql, now)
  return sql<VoucherRow[]>`
    select v.id, v.merchant_id, m.name as merchant_name, m.timezone as merchant_timezone, v.title, v.status,
      ${state} as state, v.code_source, v.cycle, v.global_redemption_cap, v.valid_from, v.valid_until,
      ${state} in ('LIVE', 'UPCOMING') and coalesce(v.valid_until <= ${soon}, false) as ends_soon, v.published_at,
      v.publish_at, v.unpublish_at, v.schedule_failure, v.created_at
    ${matching(sql, caller, filter)} and ${isAfter(sql, page)}
    ${inOrder(sql, page)}`
}

export function countAllVouchers(sql: Reader, caller: Caller, filter: VoucherFilter): Promise<RowCount> {
  return countRows(sql, sql`select ${matching(sql, caller, filter)}`)
}

export type VoucherUse = {
  voucherId: string
  used: number
  codes: Static<typeof CodePool>
  redeemed30Days: number
}

/**
 * How often the voucher `v` of the merchant `m` was redeemed since a time. Closed days come from their stats, the rest of
 * the period from rows. Redemptions are indexed by merchant. Test merchants have no stats.
 */
const redeemedSince = (sql: Reader, time: Date) => sql`
  (
    select
      (select coalesce(sum(redemptions), 0) from group_stats
       where merchant_id = v.merchant_id and voucher_id = v.id and day >= closed.first and day < closed.until)
      + (select coalesce(sum(redemptions), 0) from group_changes
         where voucher_id = v.id and utc_day(quarter) >= closed.first and utc_day(quarter) < closed.until)
      + (select count(*) from redemptions
         where merchant_id = v.merchant_id and voucher_id = v.id and voided_at is null
           and redeemed_at >= ${time} and redeemed_at < closed.first::timestamp at time zone 'UTC')
      + (select count(*) from redemptions
         where merchant_id = v.merchant_id and voucher_id = v.id and voided_at is null
           and redeemed_at >= closed.until::timestamp at time zone 'UTC') as redemptions
    from (
      select first, case when m.mode = 'live' then greatest(first, days.until) else first end as until
      from (
        select utc_day(${time}::timestamptz) + 1 as first, group_days_until as until from stats_progress
      ) as days
    ) as closed
  )`

/** The use of each voucher: in the cycle of its `cycleKey`, of its code pool, and since `recentFrom`. */
export function listUse(
  sql: Reader,
  vouchers: { id: string; cycleKey: string }[],
  recentFrom: Date,
): Promise<VoucherUse[]> {
  return sql<VoucherUse[]>`
    select v.id as voucher_id, row_to_json(pool) as codes, ${redeemedSince(sql, recentFrom)}::bigint as redeemed_30_days,
      coalesce((select used from voucher_quotas where voucher_id = v.id and cycle_key = requested.cycle_key), 0) as used
    from unnest(
      ${vouchers.map(({ id }) => id)}::uuid[],
      ${vouchers.map(({ cycleKey }) => cycleKey)}::text[]
    ) as requested (voucher_id, cycle_key)
    join vouchers v on v.id = requested.voucher_id
    join merchants m on m.id = v.merchant_id
    cross join lateral ${poolOfVoucher(sql)} as pool`
}
