import type { GROUPINGS } from '@counterfoil/contract/admin/stats.ts'
import type { Reader } from '../../platform/database/db.ts'
import { isAnyOf } from '../actors/own-rows-queries.ts'
import {
  claimsMatch,
  daysWithin,
  during,
  ofCountedPartner,
  rollupLevelOf,
  type StatsFilter,
} from './queries.ts'
import type { Period, WeekSplit } from './split-period.ts'

export type Grouping = (typeof GROUPINGS)[number]

/** A period, with the part of it that closed days cover. */
export type GroupedPeriod = { filter: StatsFilter; split: WeekSplit }

export type GroupRow = {
  /** Null in the sum of all other groups. */
  id: string | null
  name: string | null
  merchantId: string | null
  merchantName: string | null
  /** How many groups this row counts. */
  groups: number
  claims: number
  redemptions: number
  flagged: number
  refused: number
  previousClaims: number
  previousRedemptions: number
  previousFlagged: number
  previousRefused: number
}

/** The column that rows are counted by. A category is that of its merchants today. */
const KEYS: Record<Grouping, 'outlet_id' | 'voucher_id' | 'merchant_id' | 'partner_id'> = {
  outlet: 'outlet_id',
  voucher: 'voucher_id',
  merchant: 'merchant_id',
  partner: 'partner_id',
  category: 'merchant_id',
}

const merchantOfClaim = (sql: Reader) => sql`(select merchant_id from vouchers where id = voucher_id)`
/** A claim names its voucher and its user, not their merchant and partner. */
const CLAIM_KEYS = {
  voucher: (sql: Reader) => sql`voucher_id`,
  merchant: merchantOfClaim,
  category: merchantOfClaim,
  partner: (sql: Reader) => sql`(select partner_id from users where id = user_id)`,
}

const ownIds = (sql: Reader, { merchantIds, partnerIds }: StatsFilter) =>
  sql`${isAnyOf(sql, 'merchant_id', merchantIds)} and ${isAnyOf(sql, 'partner_id', partnerIds)}`

/**
 * The counts of one source by key, as integers, which PostgreSQL adds up faster than larger numbers. Each source is added
 * up by itself, because a union of all rows takes longer.
 */
type Source = ReturnType<Reader>

/** Whole closed days: the sums of their weeks, the days beside those weeks, and the changes that are not rolled up yet. */
function closedDays(
  sql: Reader,
  grouping: Grouping,
  { filter, split: { whole, weeks, days } }: GroupedPeriod,
): Source[] {
  if (!whole) return []
  const key = sql.unsafe(KEYS[grouping])
  // Claims have no outlet.
  const isCounted =
    grouping === 'outlet' ? sql`outlet_id is not null and ${ownIds(sql, filter)}` : ownIds(sql, filter)
  const ofWeeks = (period: Period) => sql`
    select ${key}, sum(claims)::integer, sum(redemptions)::integer, sum(flagged)::integer, 0 from week_stats
    where ${rollupLevelOf(sql, 'partner_id', filter.partnerIds)} and ${ownIds(sql, filter)}
      and ${sql.unsafe(grouping === 'outlet' ? 'outlet_id' : 'voucher_id')} is not null
      and ${daysWithin(sql, period, 'week')}
    group by 1`
  const ofDays = (period: Period) => sql`
    select ${key}, sum(claims)::integer, sum(redemptions)::integer, sum(flagged)::integer, 0 from group_stats
    where ${isCounted} and ${daysWithin(sql, period)}
    group by 1`
  return [
    ...(weeks ? [ofWeeks(weeks)] : []),
    ...days.map(ofDays),
    sql`
    select ${key}, claims, redemptions, flagged, 0 from group_changes
    where ${isCounted} and quarter >= ${whole.from}::timestamptz and quarter < ${whole.to}::timestamptz`,
  ]
}

/** Whole closed days by partner. The daily stats have one row for each of them. */
function closedDaysOfPartners(sql: Reader, { filter, split: { whole } }: GroupedPeriod): Source[] {
  if (!whole) return []
  const countOf = (stat: string) => sql`case when stat = ${stat}::text then count::integer else 0 end`
  const counts = sql`partner_id, ${countOf('claims')}, ${countOf('redemptions')}, ${countOf('flagged')}, 0`
  return [
    sql`
    select ${counts} from daily_stats
    where ${rollupLevelOf(sql, 'merchant_id', filter.merchantIds)} and partner_id is not null
      and ${isAnyOf(sql, 'partner_id', filter.partnerIds)} and ${daysWithin(sql, whole)}`,
    sql`select ${counts} from stat_changes where ${ownIds(sql, filter)} and ${daysWithin(sql, whole)}`,
  ]
}

function redemptionsOfEdges(sql: Reader, grouping: Grouping, { filter, split }: GroupedPeriod): Source {
  return sql`
    select ${sql.unsafe(KEYS[grouping])}, 0, count(*)::integer, (count(*) filter (where status = 'FLAGGED'))::integer, 0
    from redemptions
    where (${during(sql, 'redeemed_at', split.edges)}) and voided_at is null
      and ${ofCountedPartner(sql, filter)} and ${ownIds(sql, filter)}
    group by 1`
}

function claimsOfEdges(sql: Reader, grouping: Grouping, { filter, split }: GroupedPeriod): Source[] {
  if (grouping === 'outlet') return []
  return [
    sql`
    select ${CLAIM_KEYS[grouping](sql)}, count(*)::integer, 0, 0, 0
    from claims
    where (${during(sql, 'claimed_at', split.edges)}) ${claimsMatch(sql, filter)}
    group by 1`,
  ]
}

/** Refusals of test partners are counted from their records, all others from their counts. */
function refusals(sql: Reader, grouping: Grouping, filter: StatsFilter): Source {
  const key = sql.unsafe(KEYS[grouping])
  return filter.sandboxId === null
    ? sql`
    select ${key}, 0, 0, 0, sum(count::integer)::integer from refusal_counts
    where quarter >= ${filter.refusalsFrom} and quarter < ${filter.to} and ${ownIds(sql, filter)}
    group by 1`
    : sql`
    select ${key}, 0, 0, 0, count(*)::integer from refusals
    where at >= ${filter.from} and at < ${filter.to} and partner_id = ${filter.sandboxId} and ${ownIds(sql, filter)}
    group by 1`
}

/** All counts of a period. What has no key, such as the refusal of an unknown voucher, has the key null. */
function countsOf(sql: Reader, grouping: Grouping, period: GroupedPeriod): Source {
  const sources = [
    redemptionsOfEdges(sql, grouping, period),
    refusals(sql, grouping, period.filter),
    ...(grouping === 'partner' ? closedDaysOfPartners(sql, period) : closedDays(sql, grouping, period)),
    ...claimsOfEdges(sql, grouping, period),
  ]
  return sources.reduce((all, source) => sql`${all} union all ${source}`)
}

const SUMS = (sql: Reader) => sql`
  sum(claims)::bigint as claims, sum(redemptions)::bigint as redemptions, sum(flagged)::bigint as flagged,
  sum(refused)::bigint as refused, sum(previous_claims)::bigint as previous_claims,
  sum(previous_redemptions)::bigint as previous_redemptions, sum(previous_flagged)::bigint as previous_flagged,
  sum(previous_refused)::bigint as previous_refused`

const RANK = 'redemptions desc, refused desc, claims desc, previous_redemptions desc'

/** A category is the sum of its merchants of today. Other groups are counted by their key. */
const groups = (sql: Reader, grouping: Grouping) =>
  grouping === 'category'
    ? sql`select m.category as id, ${SUMS(sql)} from by_key left join merchants m on m.id = key group by 1`
    : sql`select key as id, by_key.* from by_key`

/** The names of the listed groups only: to look up every name takes longer than to rank. */
function named(sql: Reader, grouping: Grouping) {
  switch (grouping) {
    case 'outlet':
      return sql`
        select o.name, m.id as merchant_id, m.name as merchant_name, listed.*
        from listed join outlets o using (id) join merchants m on m.id = o.merchant_id`
    case 'voucher':
      return sql`
        select v.title as name, m.id as merchant_id, m.name as merchant_name, listed.*
        from listed join vouchers v using (id) join merchants m on m.id = v.merchant_id`
    case 'category':
      return sql`
        select c.name, null::uuid as merchant_id, null as merchant_name, listed.*
        from listed join categories c on c.slug = id`
    default:
      return sql`
        select named.name, null::uuid as merchant_id, null as merchant_name, listed.*
        from listed join ${grouping === 'merchant' ? sql`merchants` : sql`partners`} as named using (id)`
  }
}

const NOTHING = (sql: Reader) => sql`select null::uuid, 0, 0, 0, 0 where false`

/**
 * The groups with the most redemptions, and one row with the sum of all others. A group that only the previous period
 * has is listed too.
 */
export function countByGroup(
  sql: Reader,
  grouping: Grouping,
  {
    current,
    previous,
    limit,
  }: { current: GroupedPeriod; previous: GroupedPeriod | null; limit: number | null },
): Promise<GroupRow[]> {
  return sql<GroupRow[]>`
    with counts (is_previous, key, claims, redemptions, flagged, refused) as (
      select false, current.* from (${countsOf(sql, grouping, current)}) as current
      union all
      select true, previous.* from (${previous ? countsOf(sql, grouping, previous) : NOTHING(sql)}) as previous
    ),
    by_key as (
      select key, coalesce(sum(claims) filter (where not is_previous), 0)::bigint as claims,
        coalesce(sum(redemptions) filter (where not is_previous), 0)::bigint as redemptions,
        coalesce(sum(flagged) filter (where not is_previous), 0)::bigint as flagged,
        coalesce(sum(refused) filter (where not is_previous), 0)::bigint as refused,
        coalesce(sum(claims) filter (where is_previous), 0)::bigint as previous_claims,
        coalesce(sum(redemptions) filter (where is_previous), 0)::bigint as previous_redemptions,
        coalesce(sum(flagged) filter (where is_previous), 0)::bigint as previous_flagged,
        coalesce(sum(refused) filter (where is_previous), 0)::bigint as previous_refused
      from counts
      group by key
    ),
    counted as materialized (
      select * from (${groups(sql, grouping)}) as groups
      where greatest(claims, redemptions, refused, previous_claims, previous_redemptions, previous_refused) > 0
    ),
    listed as materialized (
      select * from counted
      where id is not null
      order by ${sql.unsafe(RANK)}, id
      limit ${limit}
    )
    select * from (
      select id::text, name, merchant_id, merchant_name, 1 as groups, claims, redemptions, flagged, refused,
        previous_claims, previous_redemptions, previous_flagged, previous_refused
      from (${named(sql, grouping)}) as named
      union all
      select null, null, null, null, count(id), ${SUMS(sql)}
      from counted
      where id is null or id not in (select id from listed)
      having count(*) > 0
    ) as rows
    order by id is null, ${sql.unsafe(RANK)}, name, id`
}
