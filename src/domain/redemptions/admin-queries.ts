import type { AdminRedemption, REDEMPTION_SORTS } from '@counterfoil/contract/admin/redemptions.ts'
import type { Money } from '@counterfoil/contract/money.ts'
import type { Static } from 'typebox'
import type { Reader, Tx } from '../../platform/database/db.ts'
import {
  ascending,
  countRows,
  descending,
  inOrder,
  isAfter,
  type RowCount,
  type SortColumn,
  type SortedPage,
} from '../../platform/database/keyset.ts'
import { moneyOf, type StoredMoney, toMoneyText } from '../../platform/database/money-column.ts'
import type { SortedList } from '../../platform/input/sorted-list.ts'
import type { Caller } from '../actors/caller.ts'
import { hideFields } from '../actors/hide-fields.ts'
import { isCounted, isOfCategory, isVisibleTo } from '../partners/visible-rows-queries.ts'
import { isInStatementMonth } from '../statements/statement-month-queries.ts'
import { CLEARED_COLUMNS, ERASED_TEXT } from './archive/archive-queries.ts'

export type AdminRedemptionRecord = Static<typeof AdminRedemption>

export type WholeRedemption = AdminRedemptionRecord & { externalUserId: string }

type RedemptionRow = Omit<WholeRedemption, 'redemptionValue'> & { redemptionValue: StoredMoney | null }

function toRecord({ redemptionValue, ...row }: RedemptionRow): WholeRedemption {
  return { ...row, redemptionValue: toMoneyText(redemptionValue) }
}

export type RedemptionFilter = {
  partnerId?: string
  merchantId?: string
  category?: string
  outletId?: string
  voucherId?: string
  userId?: string
  status?: string
  flagReason?: string
  from?: string
  to?: string
  reviewed?: boolean
  voided?: boolean
  reviewOutcome?: string
  statementMonth?: string
  /** Null: without a value. */
  value?: Money | null
}

/** As of today. A caller without an id is stored with its name. */
const reviewerName = (sql: Reader) => sql`
  (
    select coalesce(
      (select name from staff where staff.id = by.id), (select name from api_keys where api_keys.id = by.id), by.text
    )
    from (
      select split_part(reviewed_by, ':', 2) as text,
        case when reviewed_by ~ '^(staff|key):[0-9a-f-]{36}$' then split_part(reviewed_by, ':', 2)::uuid end as id
    ) as by
  )`

/** `reviewedAt` is formatted here, because PostgreSQL writes times into JSON in another format than the API. */
const columns = (sql: Reader) => sql`
  r.id, r.partner_id, r.user_id, external_user_id, r.voucher_id, r.outlet_id, r.merchant_id, voucher_title, outlet_name,
  cycle_key, cycle_resets_at, status, flag_reason, method, gps_available, gps_distance_meters, code, redeemed_at, voided_at,
  consumer_lat, consumer_lng, gps_accuracy_meters, void_reason,
  case when reviewed_at is not null then json_build_object(
    'outcome', review_outcome, 'note', review_note, 'reviewedBy', reviewed_by,
    'reviewedByName', ${reviewerName(sql)},
    'reviewedAt', to_char(reviewed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  end as review,
  (select json_build_object('id', d.id, 'name', d.name) from counter_devices d where d.id = r.device_id) as device,
  ${moneyOf(sql, 'r')} as redemption_value, r.statement_month`

/**
 * Contains only the requested filters, so that PostgreSQL plans each combination separately. A filter by outlet or voucher
 * also filters by its merchant, because the rows are indexed by merchant.
 */
function matchesFilter(sql: Reader, caller: Caller, filter: RedemptionFilter) {
  const { partnerId, merchantId, category, outletId, voucherId, userId, status, flagReason, from, to } =
    filter
  const { reviewed, reviewOutcome, voided, statementMonth, value } = filter
  const conditions = [
    isVisibleTo(sql, caller),
    isCounted(sql, caller, [partnerId, merchantId, outletId, voucherId, userId]),
    ...(partnerId === undefined ? [] : [sql`r.partner_id = ${partnerId}`]),
    ...(merchantId === undefined ? [] : [sql`r.merchant_id = ${merchantId}`]),
    ...(category === undefined ? [] : [isOfCategory(sql, category)]),
    ...(outletId === undefined
      ? []
      : [
          sql`r.outlet_id = ${outletId}
              and r.merchant_id = (select o.merchant_id from outlets o where o.id = ${outletId})`,
        ]),
    ...(voucherId === undefined
      ? []
      : [
          sql`r.voucher_id = ${voucherId}
              and r.merchant_id = (select v.merchant_id from vouchers v where v.id = ${voucherId})`,
        ]),
    ...(userId === undefined ? [] : [sql`r.user_id = ${userId}`]),
    // FLAGGED is a literal instead of a parameter, because its partial index covers that status only.
    ...(status === undefined
      ? []
      : [status === 'FLAGGED' ? sql`status = 'FLAGGED'` : sql`status = ${status}`]),
    ...(flagReason === undefined ? [] : [sql`flag_reason = ${flagReason}`]),
    ...(from === undefined ? [] : [sql`redeemed_at >= ${from}`]),
    ...(to === undefined ? [] : [sql`redeemed_at < ${to}`]),
    ...(reviewed === undefined ? [] : [reviewed ? sql`reviewed_at is not null` : sql`reviewed_at is null`]),
    ...(reviewOutcome === undefined ? [] : [sql`review_outcome = ${reviewOutcome}`]),
    ...(voided === undefined ? [] : [voided ? sql`voided_at is not null` : sql`voided_at is null`]),
    ...(statementMonth === undefined ? [] : [isInStatementMonth(sql, statementMonth)]),
    ...(value === undefined ? [] : [hasValue(sql, value)]),
  ]
  return conditions.reduce((all, one) => sql`${all} and ${one}`)
}

function hasValue(sql: Reader, value: Money | null) {
  if (value === null) return sql`r.value_minor is null`
  const { minor, currency, decimals } = value
  return sql`(r.value_minor, r.value_currency, r.value_decimals) = (${minor}, ${currency}, ${decimals})`
}

const TIME: SortColumn<AdminRedemptionRecord> = {
  sql: 'redeemed_at',
  type: 'time',
  of: ({ redeemedAt }) => redeemedAt,
}
const ID: SortColumn<AdminRedemptionRecord> = { sql: 'r.id', type: 'uuid', of: ({ id }) => id }

export const REDEMPTION_LIST: SortedList<(typeof REDEMPTION_SORTS)[number], AdminRedemptionRecord> = {
  name: 'redemptions',
  default: '-redeemedAt',
  sorts: { '-redeemedAt': descending(TIME, ID), redeemedAt: ascending(TIME, ID) },
}

export async function listRedemptions(
  ...request: Parameters<typeof listRedemptionRows>
): Promise<AdminRedemptionRecord[]> {
  const [, caller] = request
  return (await listRedemptionRows(...request)).map((row) => hideFields(caller, toRecord(row)))
}

export function listRedemptionRows(
  sql: Reader,
  caller: Caller,
  filter: RedemptionFilter,
  page: SortedPage<AdminRedemptionRecord>,
): Promise<RedemptionRow[]> {
  return sql<RedemptionRow[]>`
    select ${columns(sql)}
    from redemptions r join users on users.id = r.user_id
    where ${matchesFilter(sql, caller, filter)} and ${isAfter(sql, page)}
    ${inOrder(sql, page)}`
}

export function countRedemptions(sql: Reader, caller: Caller, filter: RedemptionFilter): Promise<RowCount> {
  return countRows(sql, sql`select from redemptions r where ${matchesFilter(sql, caller, filter)}`)
}

/** Flagged redemptions without a review, except those of test partners. Counting stops at `limit`. */
export async function countWaitingForReview(sql: Reader, limit: number): Promise<RowCount> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count
    from (
      select from redemptions r
      where status = 'FLAGGED' and reviewed_at is null
        and r.partner_id <> all (array(select id from partners where mode = 'test'))
      limit ${limit + 1}
    ) as waiting`
  return { value: Math.min(row.count, limit), isExact: row.count <= limit }
}

export async function findRedemption(
  sql: Reader,
  caller: Caller,
  id: string,
): Promise<AdminRedemptionRecord | null> {
  const [row] = await sql<RedemptionRow[]>`
    select ${columns(sql)}
    from redemptions r join users on users.id = r.user_id
    where r.id = ${id} and ${isVisibleTo(sql, caller)}`
  return row ? hideFields(caller, toRecord(row)) : null
}

/** With every field, whatever the caller may read. */
export async function lockRedemption(tx: Tx, caller: Caller, id: string): Promise<WholeRedemption | null> {
  const [row] = await tx<RedemptionRow[]>`
    select ${columns(tx)}
    from redemptions r join users on users.id = r.user_id
    where r.id = ${id} and ${isVisibleTo(tx, caller)}
    for no key update of r`
  return row ? toRecord(row) : null
}

export type Bucket = Pick<AdminRedemptionRecord, 'userId' | 'voucherId' | 'cycleKey'>

export async function lockUserQuota(tx: Tx, { userId, voucherId, cycleKey }: Bucket): Promise<void> {
  await tx`
    select from user_quotas
    where user_id = ${userId} and voucher_id = ${voucherId} and cycle_key = ${cycleKey}
    for update`
}

export async function lockVoucherQuota(tx: Tx, { voucherId, cycleKey }: Bucket): Promise<void> {
  await tx`select from voucher_quotas where voucher_id = ${voucherId} and cycle_key = ${cycleKey} for update`
}

/** Marks the row and decreases both counters in one statement. */
export async function updateToVoided(tx: Tx, id: string, reason: string, now: Date): Promise<void> {
  await tx`
    with voided as (
      update redemptions set voided_at = ${now}, void_reason = ${reason}
      where id = ${id} and voided_at is null
      returning user_id, voucher_id, cycle_key
    ),
    of_user as (
      update user_quotas as q set used = q.used - 1
      from voided
      where (q.user_id, q.voucher_id, q.cycle_key) = (voided.user_id, voided.voucher_id, voided.cycle_key)
    ),
    of_voucher as (
      update voucher_quotas as q set used = q.used - 1
      from voided
      where (q.voucher_id, q.cycle_key) = (voided.voucher_id, voided.cycle_key)
    )
    select`
}

export type Review = { outcome: 'ACCEPTED' | 'REJECTED'; note: string | null; reviewedBy: string }

export async function updateReview(tx: Tx, id: string, review: Review, now: Date): Promise<void> {
  await tx`
    update redemptions
    set review_outcome = ${review.outcome}, review_note = ${review.note}, reviewed_by = ${review.reviewedBy},
      reviewed_at = ${now}
    where id = ${id}`
}

/** How many redemptions of a user had personal data, and of which kind. */
export type ErasedFromRedemptions = {
  redemptions: number
  positions: number
  voidReasons: number
  reviewNotes: number
}

/** Redemptions of archived months are no longer in this table. */
export async function erasePersonalData(tx: Tx, userId: string): Promise<ErasedFromRedemptions> {
  await tx.extendDeadline(10 * 60_000)
  const cleared = tx.unsafe(CLEARED_COLUMNS.map((name) => `${name} = null`).join(', '))
  const held = tx.unsafe(`num_nonnulls(${CLEARED_COLUMNS.join(', ')}) > 0`)
  const [row] = await tx<[ErasedFromRedemptions]>`
    with held as (
      select id, num_nonnulls(consumer_lat, consumer_lng, gps_accuracy_meters) > 0 as has_position,
        void_reason <> ${ERASED_TEXT} as has_reason, review_note is not null as has_note
      from redemptions
      where user_id = ${userId} and (${held} or void_reason <> ${ERASED_TEXT})
    ),
    erased as (
      update redemptions
      set ${cleared}, void_reason = case when void_reason is not null then ${ERASED_TEXT} end
      where user_id = ${userId} and id in (select id from held)
    )
    select count(*)::int as redemptions, (count(*) filter (where has_position))::int as positions,
      (count(*) filter (where has_reason))::int as void_reasons, (count(*) filter (where has_note))::int as review_notes
    from held`
  return row
}
