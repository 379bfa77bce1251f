import type { Reader } from '../../platform/database/db.ts'
import { claimsMatch, equalsAll, ofCountedPartner, type StatsFilter } from './queries.ts'

// Hours are counted from their rows, because a period of hours is short.

export type HourOfRedemptions = { hour: string; redemptions: number; flagged: number }

export function countRedemptionsByHour(sql: Reader, filter: StatsFilter): Promise<HourOfRedemptions[]> {
  return sql<HourOfRedemptions[]>`
    select date_trunc('hour', redeemed_at, 'UTC') as hour, count(*) as redemptions,
      count(*) filter (where status = 'FLAGGED') as flagged
    from redemptions
    where redeemed_at >= ${filter.from} and redeemed_at < ${filter.to} and voided_at is null
      and ${ofCountedPartner(sql, filter)}
      and ${equalsAll(sql, 'merchant_id', filter.merchantIds)} and ${equalsAll(sql, 'partner_id', filter.partnerIds)}
    group by 1`
}

export type HourOfClaims = { hour: string; claims: number }

export function countClaimsByHour(sql: Reader, filter: StatsFilter): Promise<HourOfClaims[]> {
  return sql<HourOfClaims[]>`
    select date_trunc('hour', claimed_at, 'UTC') as hour, count(*) as claims
    from claims
    where claimed_at >= ${filter.from} and claimed_at < ${filter.to} ${claimsMatch(sql, filter)}
    group by 1`
}

export type HourOfRefusals = { hour: string; reason: string; count: number }

/** The first hour of the period counts in full. */
export function countRefusalsByHour(sql: Reader, filter: StatsFilter): Promise<HourOfRefusals[]> {
  return sql<HourOfRefusals[]>`
    select hour, reason, sum(count)::bigint as count
    from refusal_counts
    where hour >= date_trunc('hour', ${filter.from}::timestamptz, 'UTC') and hour < ${filter.to}
      and ${equalsAll(sql, 'merchant_id', filter.merchantIds)} and ${equalsAll(sql, 'partner_id', filter.partnerIds)}
    group by 1, 2`
}
