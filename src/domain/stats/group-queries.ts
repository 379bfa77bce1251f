import type { GROUPINGS } from '@counterfoil/contract/admin/stats.ts'
import type { Reader } from '../../platform/database/db.ts'
import {
  claimsMatch,
  daysWithin,
  during,
  equalsAll,
  ofCountedPartner,
  rollupLevelOf,
  type StatsFilter,
} from './queries.ts'
import type { WeekSplit } from './split-period.ts'

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

function namesOf(sql: Reader, grouping: Grouping) {
  switch (grouping) {
    case 'outlet':
      return sql`
        select o.id as key, o.id::text, o.name, m.id as merchant_id, m.name as merchant_name
        from outlets o join merchants m on m.id = o.merchant_id`
    case 'voucher':
      return sql`
        select v.id as key, v.id::text, v.title as name, m.id as merchant_id, m.name as merchant_name
        from vouchers v join merchants m on m.id = v.merchant_id`
    case 'category':
      return sql`
        select m.id as key, c.slug as id, c.name, null::uuid as merchant_id, null as merchant_name
        from merchants m join categories c on c.slug = m.category`
    default:
      return sql`
        select id as key, id::text, name, null::uuid as merchant_id, null as merchant_name
        from ${grouping === 'merchant' ? sql`merchants` : sql`partners`}`
  }
}

const ownIds = (sql: Reader, { merchantIds, partnerIds }: StatsFilter) =>
  sql`${equalsAll(sql, 'merchant_id', merchantIds)} and ${equalsAll(sql, 'partner_id', partnerIds)}`

/**
 * Whole closed days: the sums of their weeks, the days beside those weeks, and the changes that are not rolled up yet.
 */
function closedDays(sql: Reader, key: string, { filter, split: { whole, weeks, days } }: GroupedPeriod) {
  if (!whole) return sql``
  // Claims have no outlet.
  const isCounted =
    key === 'outlet_id' ? sql`outlet_id is not null and ${ownIds(sql, filter)}` : ownIds(sql, filter)
  const ofWeeks = weeks
    ? sql`
      union all
      select ${sql.unsafe(key)}, sum(claims), sum(redemptions), sum(flagged), 0
      from week_stats
      where ${rollupLevelOf(sql, 'partner_id', filter.partnerIds)} and ${isCounted} and ${daysWithin(sql, weeks, 'week')}
      group by 1`
    : sql``
  const ofDays = days.map(
    (edge) => sql`
      union all
      select ${sql.unsafe(key)}, sum(claims), sum(redemptions), sum(flagged), 0
      from group_stats
      where ${isCounted} and ${daysWithin(sql, edge)}
      group by 1`,
  )
  return sql`
    ${ofWeeks}
    ${ofDays.reduce((all, one) => sql`${all} ${one}`, sql``)}
    union all
    select ${sql.unsafe(key)}, claims, redemptions, flagged, 0
    from group_changes
    where ${isCounted} and quarter >= ${whole.from}::timestamptz and quarter < ${whole.to}::timestamptz`
}

/** Whole closed days by partner. The daily stats have one row for each of them. */
function closedDaysOfPartners(sql: Reader, { filter, split: { whole } }: GroupedPeriod) {
  if (!whole) return sql``
  const isInDays = daysWithin(sql, whole)
  const countOf = (stat: string) => sql`coalesce(sum(count) filter (where stat = ${stat}::text), 0)`
  return sql`
    union all
    select partner_id, ${countOf('claims')}, ${countOf('redemptions')}, ${countOf('flagged')}, 0
    from (
      select partner_id, stat, count from daily_stats
      where ${rollupLevelOf(sql, 'merchant_id', filter.merchantIds)} and partner_id is not null
        and ${equalsAll(sql, 'partner_id', filter.partnerIds)} and ${isInDays}
      union all
      select partner_id, stat, count from stat_changes where ${ownIds(sql, filter)} and ${isInDays}
    ) as closed
    group by 1`
}

function claimsOfEdges(sql: Reader, grouping: Grouping, { filter, split }: GroupedPeriod) {
  if (grouping === 'outlet') return sql``
  const key =
    grouping === 'partner'
      ? sql`users.partner_id`
      : sql`vouchers.${sql.unsafe(grouping === 'voucher' ? 'id' : 'merchant_id')}`
  return sql`
    union all
    select ${key}, count(*), 0, 0, 0
    from claims join vouchers on vouchers.id = claims.voucher_id join users on users.id = claims.user_id
    where (${during(sql, 'claimed_at', split.edges)}) ${claimsMatch(sql, filter)}
    group by 1`
}

/** Refusals of test partners are counted from their records, all others from their counts. */
function refusals(sql: Reader, key: string, filter: StatsFilter) {
  return filter.sandboxId === null
    ? sql`
      select ${sql.unsafe(key)}, 0, 0, 0, sum(count)
      from refusal_counts
      where hour >= ${filter.refusalsFrom} and hour < ${filter.to} and ${ownIds(sql, filter)}
      group by 1`
    : sql`
      select ${sql.unsafe(key)}, 0, 0, 0, count(*)
      from refusals
      where at >= ${filter.from} and at < ${filter.to} and partner_id = ${filter.sandboxId} and ${ownIds(sql, filter)}
      group by 1`
}

/** One row for each key. What has no key, such as the refusal of an unknown voucher, is in the row of the key null. */
function countByKey(sql: Reader, grouping: Grouping, period: GroupedPeriod) {
  const { filter, split } = period
  const key = KEYS[grouping]
  return sql`
    select key, sum(claims) as claims, sum(redemptions) as redemptions, sum(flagged) as flagged, sum(refused) as refused
    from (
      select ${sql.unsafe(key)} as key, 0 as claims, count(*) as redemptions,
        count(*) filter (where status = 'FLAGGED') as flagged, 0 as refused
      from redemptions
      where (${during(sql, 'redeemed_at', split.edges)}) and voided_at is null
        and ${ofCountedPartner(sql, filter)} and ${ownIds(sql, filter)}
      group by 1
      union all
      ${refusals(sql, key, filter)}
      ${grouping === 'partner' ? closedDaysOfPartners(sql, period) : closedDays(sql, key, period)}
      ${claimsOfEdges(sql, grouping, period)}
    ) as parts
    group by 1`
}

const NOTHING = (sql: Reader) => sql`
  select null::uuid as key, 0 as claims, 0 as redemptions, 0 as flagged, 0 as refused where false`

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
    with counted as (
      select names.id, names.name, names.merchant_id, names.merchant_name, sum(claims) as claims,
        sum(redemptions) as redemptions, sum(flagged) as flagged, sum(refused) as refused,
        sum(previous_claims) as previous_claims, sum(previous_redemptions) as previous_redemptions,
        sum(previous_flagged) as previous_flagged, sum(previous_refused) as previous_refused
      from (
        select key, claims, redemptions, flagged, refused, 0 as previous_claims, 0 as previous_redemptions,
          0 as previous_flagged, 0 as previous_refused
        from (${countByKey(sql, grouping, current)}) as current
        union all
        select key, 0, 0, 0, 0, claims, redemptions, flagged, refused
        from (${previous ? countByKey(sql, grouping, previous) : NOTHING(sql)}) as previous
      ) as keys
      left join (${namesOf(sql, grouping)}) as names using (key)
      group by 1, 2, 3, 4
    ),
    ranked as (
      select *, id is not null and row_number() over (
        partition by id is null order by redemptions desc, refused desc, claims desc, previous_redemptions desc, name, id
      ) <= coalesce(${limit}::bigint, 9e15) as is_listed
      from counted
      where greatest(claims, redemptions, refused, previous_claims, previous_redemptions, previous_refused) > 0
    )
    select case when is_listed then id end as id, case when is_listed then name end as name,
      case when is_listed then merchant_id end as merchant_id, case when is_listed then merchant_name end as merchant_name,
      count(id) as groups, sum(claims)::bigint as claims, sum(redemptions)::bigint as redemptions,
      sum(flagged)::bigint as flagged, sum(refused)::bigint as refused, sum(previous_claims)::bigint as previous_claims,
      sum(previous_redemptions)::bigint as previous_redemptions, sum(previous_flagged)::bigint as previous_flagged,
      sum(previous_refused)::bigint as previous_refused
    from ranked
    group by is_listed, 1, 2, 3, 4
    order by is_listed desc, redemptions desc, refused desc, claims desc, previous_redemptions desc, name, id`
}
