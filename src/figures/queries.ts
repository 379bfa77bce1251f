import type { Stats } from '@counterfoil/contract/admin-stats.ts'
import type { Static } from 'typebox'
import type { Reader, Tx } from '../db.ts'

/** Of whom and of when; a caller's own reach is in it already. */
export type Span = { from: Date; to: Date; merchantIds: string[]; partnerIds: string[] }

export type RefusalCount = {
  /** The beginning of it. */
  hour: string
  partnerId: string
  voucherId: string | null
  reason: string
  count: number
}

/** Sorted, so that nodes that write at once do not wait for each other in a circle. */
export async function addRefusalCounts(tx: Tx, counts: RefusalCount[]): Promise<void> {
  await tx`
    insert into refusal_counts as held (hour, partner_id, merchant_id, reason, count)
    select t.hour::timestamptz, t.partner_id, vouchers.merchant_id, t.reason, sum(t.count)
    from unnest(
      ${counts.map(({ hour }) => hour)}::text[],
      ${counts.map(({ partnerId }) => partnerId)}::uuid[],
      ${counts.map(({ voucherId }) => voucherId)}::uuid[],
      ${counts.map(({ reason }) => reason)}::text[],
      ${counts.map(({ count }) => count)}::int[]
    ) as t (hour, partner_id, voucher_id, reason, count)
    left join vouchers on vouchers.id = t.voucher_id
    group by 1, 2, 3, 4
    order by 1, 2, 3, 4
    on conflict on constraint refusal_counts_one_per_hour_and_reason
    do update set count = held.count + excluded.count`
}

/** The oldest, `most` at once; answers how many there were. */
export async function deleteRefusalCountsBefore(tx: Tx, time: Date, most: number): Promise<number> {
  const { count } = await tx`
    delete from refusal_counts
    where ctid = any (array(select ctid from refusal_counts where hour < ${time} order by hour limit ${most}))`
  return count
}

/** Several are all to hold: a filter beside the caller's own. */
const ofAll = (sql: Reader, column: 'merchant_id' | 'partner_id', ids: string[]) =>
  ids.reduce((all, id) => sql`${all} and ${sql.unsafe(column)} = ${id}`, sql`true`)

export type DayOfRedemptions = { day: string; redemptions: number; flagged: number }

export function countRedemptionsByDay(sql: Reader, span: Span): Promise<DayOfRedemptions[]> {
  return sql<DayOfRedemptions[]>`
    select day::text, redemptions, flagged
    from (
      select (redeemed_at at time zone 'UTC')::date as day, count(*) as redemptions,
        count(*) filter (where status = 'FLAGGED') as flagged
      from redemptions
      where redeemed_at >= ${span.from} and redeemed_at < ${span.to} and voided_at is null
        and ${ofAll(sql, 'merchant_id', span.merchantIds)} and ${ofAll(sql, 'partner_id', span.partnerIds)}
      group by 1
    ) as days`
}

export type DayOfClaims = { day: string; claims: number }

export function countClaimsByDay(sql: Reader, span: Span): Promise<DayOfClaims[]> {
  const { merchantIds, partnerIds } = span
  return sql<DayOfClaims[]>`
    select day::text, claims
    from (
      select (claimed_at at time zone 'UTC')::date as day, count(*) as claims
      from claims
      where claimed_at >= ${span.from} and claimed_at < ${span.to}
        ${
          merchantIds.length > 0
            ? sql`and voucher_id in (select id from vouchers where ${ofAll(sql, 'merchant_id', merchantIds)})`
            : sql``
        }
        ${
          partnerIds.length > 0
            ? sql`and user_id in (select id from users where ${ofAll(sql, 'partner_id', partnerIds)})`
            : sql``
        }
      group by 1
    ) as days`
}

export type DayOfRefusals = { day: string; reason: string; count: number }

/** By whole hours: that in which the period begins counts in full. */
export function countRefusalsByDay(sql: Reader, span: Span): Promise<DayOfRefusals[]> {
  return sql<DayOfRefusals[]>`
    select (hour at time zone 'UTC')::date::text as day, reason, sum(count)::bigint as count
    from refusal_counts
    where hour >= date_trunc('hour', ${span.from}::timestamptz, 'UTC') and hour < ${span.to}
      and ${ofAll(sql, 'merchant_id', span.merchantIds)} and ${ofAll(sql, 'partner_id', span.partnerIds)}
    group by (hour at time zone 'UTC')::date, reason`
}

/** Of what happened in the period, whenever it was sent. */
export function countDeliveriesByState(sql: Reader, span: Span): Promise<Static<typeof Stats>['deliveries']> {
  return sql<Static<typeof Stats>['deliveries']>`
    select state, count(*) as count
    from deliveries
    join (
      select id from events
      where created_at >= ${span.from} and created_at < ${span.to} and ${ofAll(sql, 'partner_id', span.partnerIds)}
    ) as told on told.id = deliveries.event_id
    group by state
    order by state`
}
