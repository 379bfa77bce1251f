import type { Stats } from '@counterfoil/contract/admin-stats.ts'
import type { Static } from 'typebox'
import type { Reader, Tx } from '../../platform/database/db.ts'
import type { Period, Split } from './split-period.ts'

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

/** The rows of a rollup that are of exactly these: null in it means all. */
const rolledUpOf = (sql: Reader, column: 'merchant_id' | 'partner_id', ids: string[]) =>
  ids.length === 0 ? sql`${sql.unsafe(column)} is null` : ofAll(sql, column, ids)

/** What was counted of whole days, and what was noted of them since: merchant, partner, day, figure, count. */
function wholeDays(sql: Reader, { merchantIds, partnerIds }: Span, { whole }: Split) {
  if (!whole) return sql`select null::date as day, null::text as figure, 0::bigint as count where false`
  const inDays = sql`day >= ${dayOf(whole.from)}::date and day < ${dayOf(whole.to)}::date`
  return sql`
    select day, figure, count from daily_figures
    where ${rolledUpOf(sql, 'merchant_id', merchantIds)} and ${rolledUpOf(sql, 'partner_id', partnerIds)} and ${inDays}
    union all
    select day, figure, count from figure_changes
    where ${ofAll(sql, 'merchant_id', merchantIds)} and ${ofAll(sql, 'partner_id', partnerIds)} and ${inDays}`
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10)

/** At most two periods, in words that an index is read by. */
function during(sql: Reader, column: 'redeemed_at' | 'claimed_at' | 'hour' | 'created_at', edges: Period[]) {
  const within = ({ from, to }: Period) =>
    sql`(${sql.unsafe(column)} >= ${from}::timestamptz and ${sql.unsafe(column)} < ${to}::timestamptz)`
  return edges.reduce((some, edge) => sql`${some} or ${within(edge)}`, sql`false`)
}

export type DayOfRedemptions = { day: string; redemptions: number; flagged: number }

/** Closed days by their figures, the rest of the period from its rows; by one statement, so of one moment. */
export function countRedemptionsByDay(sql: Reader, span: Span, split: Split): Promise<DayOfRedemptions[]> {
  return sql<DayOfRedemptions[]>`
    select day::text, sum(redemptions)::bigint as redemptions, sum(flagged)::bigint as flagged
    from (
      select day, case when figure = 'redemptions' then count else 0 end as redemptions,
        case when figure = 'flagged' then count else 0 end as flagged
      from (${wholeDays(sql, span, split)}) as closed
      where figure in ('redemptions', 'flagged')
      union all
      select utc_day(redeemed_at), count(*), count(*) filter (where status = 'FLAGGED')
      from redemptions
      where (${during(sql, 'redeemed_at', split.edges)}) and voided_at is null
        and ${ofAll(sql, 'merchant_id', span.merchantIds)} and ${ofAll(sql, 'partner_id', span.partnerIds)}
      group by 1
    ) as days
    group by day
    having sum(redemptions) <> 0`
}

export type DayOfClaims = { day: string; claims: number }

/** Whose user or voucher it is, is looked up by key: joined, all users of a partner would be read. */
export function countClaimsByDay(sql: Reader, span: Span, split: Split): Promise<DayOfClaims[]> {
  const { merchantIds, partnerIds } = span
  return sql<DayOfClaims[]>`
    select day::text, sum(claims)::bigint as claims
    from (
      select day, count as claims from (${wholeDays(sql, span, split)}) as closed where figure = 'claims'
      union all
      select utc_day(claimed_at), count(*)
      from claims
      where (${during(sql, 'claimed_at', split.edges)})
        ${
          merchantIds.length > 0
            ? sql`and (select ${ofAll(sql, 'merchant_id', merchantIds)} from vouchers where id = voucher_id)`
            : sql``
        }
        ${
          partnerIds.length > 0
            ? sql`and (select ${ofAll(sql, 'partner_id', partnerIds)} from users where id = user_id)`
            : sql``
        }
      group by 1
    ) as days
    group by day
    having sum(claims) <> 0`
}

export type DayOfRefusals = { day: string; reason: string; count: number }

/** Every day of theirs is closed, since every difference is noted; the rest is counted by the hour. */
export function countRefusalsByDay(sql: Reader, span: Span, split: Split): Promise<DayOfRefusals[]> {
  return sql<DayOfRefusals[]>`
    select day::text, reason, sum(count)::bigint as count
    from (
      select day, substr(figure, length('refused:') + 1) as reason, count
      from (${wholeDays(sql, span, split)}) as closed
      where starts_with(figure, 'refused:')
      union all
      select utc_day(hour), reason, count
      from refusal_counts
      where (${during(sql, 'hour', split.edges)})
        and ${ofAll(sql, 'merchant_id', span.merchantIds)} and ${ofAll(sql, 'partner_id', span.partnerIds)}
    ) as refused
    group by day, reason
    having sum(count) <> 0`
}

/** By partner, as events are indexed; a period for itself, since two together would not be read by that index. */
const deliveriesDuring = (sql: Reader, { partnerIds }: Span, edge: Period) => sql`
  select d.state, count(*)
  from partners
  cross join lateral (
    select id from events where partner_id = partners.id and (${during(sql, 'created_at', [edge])}) offset 0
  ) as told
  join deliveries d on d.event_id = told.id
  where ${partnerIds.reduce((all, id) => sql`${all} and partners.id = ${id}`, sql`true`)}
  group by 1`

/**
 * Of what happened in the period, whenever it was sent. Closed hours by their figures, as far as their events are kept:
 * a week of which not one delivery is left was dropped.
 */
export function countDeliveriesByState(
  sql: Reader,
  span: Span,
  { whole, edges }: Split,
): Promise<Static<typeof Stats>['deliveries']> {
  const inHours = whole
    ? sql`hour >= ${whole.from}::timestamptz and hour < ${whole.to}::timestamptz`
    : sql`false`
  return sql<Static<typeof Stats>['deliveries']>`
    select state, sum(count)::bigint as count
    from (
      select state, count
      from (
        select week, state, sum(count) as count
        from (
          select week, state, count from delivery_figures
          where ${rolledUpOf(sql, 'partner_id', span.partnerIds)} and ${inHours}
          union all
          select week, state, count from delivery_changes
          where ${ofAll(sql, 'partner_id', span.partnerIds)} and ${inHours}
        ) as closed
        group by week, state
      ) as weeks
      where exists (
        select from deliveries
        where event_id >= uuid_v7_floor(week::timestamp at time zone 'UTC')
          and event_id < uuid_v7_floor((week + 7)::timestamp at time zone 'UTC')
      )
      ${edges.reduce((all, edge) => sql`${all} union all ${deliveriesDuring(sql, span, edge)}`, sql``)}
    ) as counted
    group by state
    having sum(count) <> 0
    order by state`
}
