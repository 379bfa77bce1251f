import type { AdminRedemption } from '@counterfoil/contract/admin-redemptions.ts'
import type { Static } from 'typebox'
import type { Reader, Tx } from '../../platform/database/db.ts'
import type { ListRequest } from '../../platform/input/paging.ts'
import type { Caller } from '../staff/caller.ts'

export type AdminRedemptionRecord = Static<typeof AdminRedemption>

export type RedemptionFilter = {
  partnerId?: string
  merchantId?: string
  outletId?: string
  voucherId?: string
  userId?: string
  status?: string
  flagReason?: string
  from?: string
  to?: string
  reviewed?: boolean
}

/** JSON would write the time of a review in a form of the database's own. */
const columns = (sql: Reader) => sql`
  r.id, r.partner_id, r.user_id, external_user_id, r.voucher_id, r.outlet_id, r.merchant_id, voucher_title, outlet_name,
  cycle_key, cycle_resets_at, status, flag_reason, gps_available, gps_distance_meters, code, redeemed_at, voided_at,
  consumer_lat, consumer_lng, gps_accuracy_meters, void_reason,
  case when reviewed_at is not null then json_build_object(
    'outcome', review_outcome, 'note', review_note, 'reviewedBy', reviewed_by,
    'reviewedAt', to_char(reviewed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  end as review`

/** A merchant's own key reaches the redemptions of its vouchers, a partner's own those of its users. */
const within = (sql: Reader, { merchantId, partnerId }: Caller) => sql`
  ${merchantId === null ? sql`true` : sql`r.merchant_id = ${merchantId}`}
  and ${partnerId === null ? sql`true` : sql`r.partner_id = ${partnerId}`}`

/**
 * Only what is asked for, so that each combination is planned for itself. Outlets and vouchers are of one merchant, by
 * whom the rows are indexed.
 */
function matching(sql: Reader, reach: Caller, filter: RedemptionFilter) {
  const { partnerId, merchantId, outletId, voucherId, userId, status, flagReason, from, to, reviewed } =
    filter
  const conditions = [
    within(sql, reach),
    ...(partnerId === undefined ? [] : [sql`r.partner_id = ${partnerId}`]),
    ...(merchantId === undefined ? [] : [sql`r.merchant_id = ${merchantId}`]),
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
    // FLAGGED in words, not as a parameter: its index is for that status alone.
    ...(status === undefined
      ? []
      : [status === 'FLAGGED' ? sql`status = 'FLAGGED'` : sql`status = ${status}`]),
    ...(flagReason === undefined ? [] : [sql`flag_reason = ${flagReason}`]),
    ...(from === undefined ? [] : [sql`redeemed_at >= ${from}`]),
    ...(to === undefined ? [] : [sql`redeemed_at < ${to}`]),
    ...(reviewed === undefined ? [] : [reviewed ? sql`reviewed_at is not null` : sql`reviewed_at is null`]),
  ]
  return conditions.reduce((all, one) => sql`${all} and ${one}`)
}

/** Newest first, ids settling what happened at one time. */
export function listRedemptions(
  sql: Reader,
  reach: Caller,
  filter: RedemptionFilter,
  { limit, before }: ListRequest,
): Promise<AdminRedemptionRecord[]> {
  return sql<AdminRedemptionRecord[]>`
    select ${columns(sql)}
    from redemptions r join users on users.id = r.user_id
    where ${matching(sql, reach, filter)}
      and ${before.id === null ? sql`true` : sql`(redeemed_at, r.id) < (${before.time}::timestamptz, ${before.id}::uuid)`}
    order by redeemed_at desc, r.id desc
    limit ${limit === null ? null : limit + 1}`
}

export async function findRedemption(
  sql: Reader,
  reach: Caller,
  id: string,
): Promise<AdminRedemptionRecord | null> {
  const [row] = await sql<AdminRedemptionRecord[]>`
    select ${columns(sql)}
    from redemptions r join users on users.id = r.user_id
    where r.id = ${id} and ${within(sql, reach)}`
  return row ?? null
}

export async function lockRedemption(
  tx: Tx,
  reach: Caller,
  id: string,
): Promise<AdminRedemptionRecord | null> {
  const [row] = await tx<AdminRedemptionRecord[]>`
    select ${columns(tx)}
    from redemptions r join users on users.id = r.user_id
    where r.id = ${id} and ${within(tx, reach)}
    for no key update of r`
  return row ?? null
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

/** The row is marked and both counters go back, or none of it: false when it had been voided before. */
export async function updateToVoided(tx: Tx, id: string, reason: string, now: Date): Promise<boolean> {
  const [row] = await tx<{ isVoided: boolean }[]>`
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
    select exists (select from voided) as is_voided`
  return row?.isVoided ?? false
}

export type Review = { outcome: 'ACCEPTED' | 'REJECTED'; note: string | null; reviewedBy: string }

export async function updateReview(tx: Tx, id: string, review: Review, now: Date): Promise<void> {
  await tx`
    update redemptions
    set review_outcome = ${review.outcome}, review_note = ${review.note}, reviewed_by = ${review.reviewedBy},
      reviewed_at = ${now}
    where id = ${id}`
}
