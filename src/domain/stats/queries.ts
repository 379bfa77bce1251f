import type { Stats } from '@counterfoil/contract/admin/stats.ts'
import type { Static } from 'typebox'
import type { Reader } from '../../platform/database/db.ts'
import { isAnyOf } from '../actors/own-rows-queries.ts'
import type { Period, Split } from './split-period.ts'

/** A caller with merchants or a partner has only own ids here, so nobody sees stats of others. Null: of all. */
export type StatsFilter = {
  from: Date
  to: Date
  merchantIds: string[] | null
  partnerIds: string[] | null
  /** The test partner whose rows are counted; null for the rows of all live partners. */
  sandboxId: string | null
  /** Refusals are counted by quarter hour. The first one of the period counts in full. */
  refusalsFrom: Date
}

/** Selects one level of a rollup, in which null means the total. */
export const rollupLevelOf = (
  sql: Reader,
  column: 'merchant_id' | 'partner_id',
  ids: StatsFilter['merchantIds'],
) => (ids === null ? sql`${sql.unsafe(column)} is null` : isAnyOf(sql, column, ids))

/** Test partners count only in their own stats. There are few of them, and few test vouchers. */
export const ofCountedPartner = (sql: Reader, { sandboxId }: StatsFilter) =>
  sandboxId === null
    ? sql`partner_id <> all (array(select id from partners where mode = 'test'))`
    : sql`partner_id = ${sandboxId}`
const ofCountedVoucher = (sql: Reader, { sandboxId }: StatsFilter) =>
  sandboxId === null
    ? sql`voucher_id <> all (array(
        select vouchers.id from vouchers join merchants on merchants.id = merchant_id where sandbox_id is not null))`
    : sql`voucher_id = any (array(
        select vouchers.id from vouchers join merchants on merchants.id = merchant_id where sandbox_id = ${sandboxId}))`

/** The stats of whole closed days: the rolled-up counts, and the changes to them that are not rolled up yet. */
function wholeDays(sql: Reader, { merchantIds, partnerIds }: StatsFilter, { whole }: Split) {
  if (!whole) return sql`select null::date as day, null::text as stat, 0::bigint as count where false`
  const isInDays = daysWithin(sql, whole)
  return sql`
    select day, stat, count from daily_stats
    where ${rollupLevelOf(sql, 'merchant_id', merchantIds)} and ${rollupLevelOf(sql, 'partner_id', partnerIds)} and ${isInDays}
    union all
    select day, stat, count from stat_changes
    where ${isAnyOf(sql, 'merchant_id', merchantIds)} and ${isAnyOf(sql, 'partner_id', partnerIds)} and ${isInDays}`
}

export const daysWithin = (sql: Reader, { from, to }: Period, column: 'day' | 'week' = 'day') =>
  sql`${sql.unsafe(column)} >= ${dayOf(from)}::date and ${sql.unsafe(column)} < ${dayOf(to)}::date`

const dayOf = (time: Date) => time.toISOString().slice(0, 10)

/** These are plain comparisons, so that PostgreSQL uses an index. `edges` has at most two periods. */
export function during(
  sql: Reader,
  column: 'redeemed_at' | 'claimed_at' | 'quarter' | 'created_at',
  edges: Period[],
) {
  const within = ({ from, to }: Period) =>
    sql`(${sql.unsafe(column)} >= ${from}::timestamptz and ${sql.unsafe(column)} < ${to}::timestamptz)`
  return edges.reduce((some, edge) => sql`${some} or ${within(edge)}`, sql`false`)
}

export type DayOfRedemptions = { day: string; redemptions: number; flagged: number }

/**
 * Closed days come from their stats, the rest of the period from its rows. One statement reads both, from one snapshot.
 */
export function countRedemptionsByDay(
  sql: Reader,
  filter: StatsFilter,
  split: Split,
): Promise<DayOfRedemptions[]> {
  return sql<DayOfRedemptions[]>`
    select day::text, sum(redemptions)::bigint as redemptions, sum(flagged)::bigint as flagged
    from (
      select day, case when stat = 'redemptions' then count else 0 end as redemptions,
        case when stat = 'flagged' then count else 0 end as flagged
      from (${wholeDays(sql, filter, split)}) as closed
      where stat in ('redemptions', 'flagged')
      union all
      select utc_day(redeemed_at), count(*), count(*) filter (where status = 'FLAGGED')
      from redemptions
      where (${during(sql, 'redeemed_at', split.edges)}) and voided_at is null and ${ofCountedPartner(sql, filter)}
        and ${isAnyOf(sql, 'merchant_id', filter.merchantIds)} and ${isAnyOf(sql, 'partner_id', filter.partnerIds)}
      group by 1
    ) as days
    group by day
    having sum(redemptions) <> 0`
}

export type DayOfClaims = { day: string; claims: number }

/** Merchant and partner are looked up by key per claim. A join would read all users of a partner. */
export const claimsMatch = (sql: Reader, filter: StatsFilter) => sql`
  and ${ofCountedVoucher(sql, filter)}
  ${
    filter.merchantIds !== null
      ? sql`and (select ${isAnyOf(sql, 'merchant_id', filter.merchantIds)} from vouchers where id = voucher_id)`
      : sql``
  }
  ${
    filter.partnerIds !== null
      ? sql`and (select ${isAnyOf(sql, 'partner_id', filter.partnerIds)} from users where id = user_id)`
      : sql``
  }`

export function countClaimsByDay(sql: Reader, filter: StatsFilter, split: Split): Promise<DayOfClaims[]> {
  return sql<DayOfClaims[]>`
    select day::text, sum(claims)::bigint as claims
    from (
      select day, count as claims from (${wholeDays(sql, filter, split)}) as closed where stat = 'claims'
      union all
      select utc_day(claimed_at), count(*)
      from claims
      where (${during(sql, 'claimed_at', split.edges)}) ${claimsMatch(sql, filter)}
      group by 1
    ) as days
    group by day
    having sum(claims) <> 0`
}

export type DayOfRefusals = { day: string; reason: string; count: number }

/** All whole days come from stats, because every change is noted there. The rest comes from the counts. */
export function countRefusalsByDay(sql: Reader, filter: StatsFilter, split: Split): Promise<DayOfRefusals[]> {
  return sql<DayOfRefusals[]>`
    select day::text, reason, sum(count)::bigint as count
    from (
      select day, substr(stat, length('refused:') + 1) as reason, count
      from (${wholeDays(sql, filter, split)}) as closed
      where starts_with(stat, 'refused:')
      union all
      select utc_day(quarter), reason, count
      from refusal_counts
      where (${during(sql, 'quarter', split.edges)})
        and ${isAnyOf(sql, 'merchant_id', filter.merchantIds)} and ${isAnyOf(sql, 'partner_id', filter.partnerIds)}
    ) as refused
    group by day, reason
    having sum(count) <> 0`
}

/**
 * Counts by partner, because events are indexed by partner. Each query has one period, because the index cannot serve two.
 */
const deliveriesDuring = (sql: Reader, { partnerIds, sandboxId }: StatsFilter, edge: Period) => sql`
  select d.state, count(*)
  from partners
  cross join lateral (
    select id from events where partner_id = partners.id and (${during(sql, 'created_at', [edge])}) offset 0
  ) as partner_events
  join deliveries d on d.event_id = partner_events.id
  where ${isAnyOf(sql, 'partners.id', partnerIds)}
    and ${sandboxId === null ? sql`partners.mode = 'live'` : sql`partners.id = ${sandboxId}`}
  group by 1`

/**
 * Counts deliveries of events that happened in the period, whenever they were sent. Closed hours come from their stats, as
 * long as their events are kept: a week without a single delivery was dropped.
 */
export function countDeliveriesByState(
  sql: Reader,
  filter: StatsFilter,
  { whole, edges }: Split,
): Promise<Static<typeof Stats>['deliveries']> {
  const isInHours = whole
    ? sql`hour >= ${whole.from}::timestamptz and hour < ${whole.to}::timestamptz`
    : sql`false`
  return sql<Static<typeof Stats>['deliveries']>`
    select state, sum(count)::bigint as count
    from (
      select state, count
      from (
        select week, state, sum(count) as count
        from (
          select week, state, count from delivery_stats
          where ${rollupLevelOf(sql, 'partner_id', filter.partnerIds)} and ${isInHours}
          union all
          select week, state, count from delivery_changes
          where ${isAnyOf(sql, 'partner_id', filter.partnerIds)} and ${isInHours}
        ) as closed
        group by week, state
      ) as weeks
      where exists (
        select from deliveries
        where event_id >= uuid_v7_floor(week::timestamp at time zone 'UTC')
          and event_id < uuid_v7_floor((week + 7)::timestamp at time zone 'UTC')
      )
      ${edges.reduce((all, edge) => sql`${all} union all ${deliveriesDuring(sql, filter, edge)}`, sql``)}
    ) as counted
    group by state
    having sum(count) <> 0
    order by state`
}
