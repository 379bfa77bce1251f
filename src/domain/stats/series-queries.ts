import type { Reader } from '../../platform/database/db.ts'
import { isAnyOf } from '../actors/own-rows-queries.ts'
import { claimsMatch, during, ofCountedPartner, rollupLevelOf, type StatsFilter } from './queries.ts'
import type { Split } from './split-period.ts'

/** `unit` is the place of the day or hour in the series, from 1. */
export type CountedUnit = { unit: number; claims: number; redemptions: number; flagged: number }

/** The starts are a subquery, so that they are parsed once, not for each row. */
const unitOf = (sql: Reader, column: 'quarter' | 'redeemed_at' | 'claimed_at' | 'at', starts: Date[]) => sql`
  width_bucket(${sql.unsafe(column)}, (select ${starts.map((start) => start.toISOString())}::text[]::timestamptz[]))`

/** The quarter hours of closed days: the rolled-up counts, and the changes to them that are not rolled up yet. */
function closedQuarters(sql: Reader, { merchantIds, partnerIds }: StatsFilter, { whole }: Split) {
  if (!whole)
    return sql`select null::timestamptz as quarter, 0 as claims, 0 as redemptions, 0 as flagged where false`
  const isWithin = sql`quarter >= ${whole.from}::timestamptz and quarter < ${whole.to}::timestamptz`
  // A merchant is counted for each partner, not for all of them together.
  const isOfLevel =
    merchantIds !== null
      ? isAnyOf(sql, 'merchant_id', merchantIds)
      : sql`merchant_id is null and ${rollupLevelOf(sql, 'partner_id', partnerIds)}`
  return sql`
    select quarter, claims, redemptions, flagged from quarter_stats
    where ${isOfLevel} and ${isAnyOf(sql, 'partner_id', partnerIds)} and ${isWithin}
    union all
    select quarter, claims, redemptions, flagged from group_changes
    where ${isAnyOf(sql, 'merchant_id', merchantIds)} and ${isAnyOf(sql, 'partner_id', partnerIds)} and ${isWithin}`
}

/**
 * Counts the days or hours that begin at `starts`. Closed days come from their quarter hours, the rest of the period from
 * its rows. Units without any are left out.
 */
export function countByUnit(
  sql: Reader,
  filter: StatsFilter,
  split: Split,
  starts: Date[],
): Promise<CountedUnit[]> {
  return sql<CountedUnit[]>`
    select unit, sum(claims)::bigint as claims, sum(redemptions)::bigint as redemptions, sum(flagged)::bigint as flagged
    from (
      select ${unitOf(sql, 'quarter', starts)} as unit, sum(claims) as claims, sum(redemptions) as redemptions,
        sum(flagged) as flagged
      from (${closedQuarters(sql, filter, split)}) as closed
      group by 1
      union all
      select ${unitOf(sql, 'redeemed_at', starts)}, 0, count(*), count(*) filter (where status = 'FLAGGED')
      from redemptions
      where (${during(sql, 'redeemed_at', split.edges)}) and voided_at is null and ${ofCountedPartner(sql, filter)}
        and ${isAnyOf(sql, 'merchant_id', filter.merchantIds)} and ${isAnyOf(sql, 'partner_id', filter.partnerIds)}
      group by 1
      union all
      select ${unitOf(sql, 'claimed_at', starts)}, count(*), 0, 0
      from claims
      where (${during(sql, 'claimed_at', split.edges)}) ${claimsMatch(sql, filter)}
      group by 1
    ) as units
    group by 1
    having sum(claims) <> 0 or sum(redemptions) <> 0`
}

export type RefusedUnit = { unit: number; reason: string; count: number }

/** A count that begins before the first unit (see `refusalsFrom`) belongs to it. */
export function countRefusalsByUnit(
  sql: Reader,
  filter: StatsFilter,
  starts: Date[],
): Promise<RefusedUnit[]> {
  return sql<RefusedUnit[]>`
    select greatest(1, ${unitOf(sql, 'quarter', starts)}) as unit, reason, sum(count)::bigint as count
    from refusal_counts
    where quarter >= ${filter.refusalsFrom} and quarter < ${filter.to}
      and ${isAnyOf(sql, 'merchant_id', filter.merchantIds)} and ${isAnyOf(sql, 'partner_id', filter.partnerIds)}
    group by 1, 2`
}

export function countTestRefusalsByUnit(
  sql: Reader,
  { from, to, sandboxId, merchantIds, partnerIds }: StatsFilter,
  starts: Date[],
): Promise<RefusedUnit[]> {
  return sql<RefusedUnit[]>`
    select ${unitOf(sql, 'at', starts)} as unit, code as reason, count(*)
    from refusals
    where partner_id = ${sandboxId} and at >= ${from} and at < ${to}
      and ${isAnyOf(sql, 'merchant_id', merchantIds)} and ${isAnyOf(sql, 'partner_id', partnerIds)}
    group by 1, 2`
}
