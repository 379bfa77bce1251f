import type { Stats } from '@counterfoil/contract/admin-stats.ts'
import type { Static } from 'typebox'
import { FIRST_TIME_MS, readTime } from '../../platform/input/time.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import type { Caller } from '../staff/caller.ts'
import { listLowPools } from './pool-queries.ts'
import {
  countClaimsByDay,
  countDeliveriesByState,
  countRedemptionsByDay,
  countRefusalsByDay,
  type DayOfClaims,
  type DayOfRedemptions,
  type DayOfRefusals,
} from './queries.ts'
import { findRollUpProgress } from './roll-up-queries.ts'
import { DAY_MS, HOUR_MS, type Period, splitPeriod } from './split-period.ts'

type Figures = Static<typeof Stats>

export type StatsQuery = {
  from?: string
  to?: string
  merchantId?: string
  partnerId?: string
  interval?: 'day'
}

const DEFAULT_DAYS = 30
const MAX_DAYS = 400

export async function viewStats(deps: Deps, caller: Caller, query: StatsQuery): Promise<Figures | Refusal> {
  const period = periodOf(query, deps.now())
  if (period instanceof Refusal) return period
  const merchantIds = idsOf(caller.merchantId, query.merchantId)
  const filter = { ...period, merchantIds, partnerIds: idsOf(caller.partnerId, query.partnerId) }
  // Includes all refusals of this node. Those of the last second on other nodes may be missing.
  await deps.refusals.flush()
  const { daysUntil, hoursUntil } = await findRollUpProgress(deps.db)
  const split = splitPeriod(period, DAY_MS, daysUntil)
  const [redeemed, claimed, refused, deliveries, pools] = await Promise.all([
    countRedemptionsByDay(deps.db, filter, split),
    countClaimsByDay(deps.db, filter, split),
    countRefusalsByDay(deps.db, filter, splitPeriod(startAtFullHour(period), DAY_MS, null)),
    // Events belong to a partner, not to a merchant.
    merchantIds.length === 0
      ? countDeliveriesByState(deps.db, filter, splitPeriod(period, HOUR_MS, hoursUntil))
      : [],
    // Pools belong to a merchant: a partner's key must not see them.
    caller.partnerId === null ? listLowPools(deps.db, merchantIds, deps.now()) : [],
  ])
  return {
    from: period.from.toISOString(),
    to: period.to.toISOString(),
    claims: sum(claimed, ({ claims }) => claims),
    redemptions: sum(redeemed, ({ redemptions }) => redemptions),
    flagged: sum(redeemed, ({ flagged }) => flagged),
    refused: byReason(refused),
    deliveries,
    days: query.interval === 'day' ? daysOf(period, redeemed, claimed, refused) : [],
    lowPools: pools,
  }
}

function periodOf(query: StatsQuery, now: Date): Period | Refusal {
  const to = query.to === undefined ? now : readTime(query.to)
  if (!to) return invalid({ path: '/to', message: 'is not a valid time' })
  const defaultFrom = new Date(Math.max(to.getTime() - DEFAULT_DAYS * DAY_MS, FIRST_TIME_MS))
  const from = query.from === undefined ? defaultFrom : readTime(query.from)
  if (!from) return invalid({ path: '/from', message: 'is not a valid time' })
  if (query.interval === 'day' && to.getTime() - from.getTime() > MAX_DAYS * DAY_MS)
    return invalid({
      path: '/from',
      message: `must be at most ${MAX_DAYS} days before the end if interval is day`,
    })
  return { from, to }
}

/** Refusals are counted by hour: the hour in which the period starts counts in full. */
function startAtFullHour({ from, to }: Period): Period {
  return { from: new Date(Math.floor(from.getTime() / HOUR_MS) * HOUR_MS), to }
}

/** Both the caller's own id and the id in the query must match, so an id of somebody else finds nothing. */
function idsOf(own: string | null, asked: string | undefined): string[] {
  return [own, asked].filter((id) => id != null)
}

function byReason(rows: DayOfRefusals[]): Figures['refused'] {
  const counts = new Map<string, number>()
  for (const { reason, count } of rows) counts.set(reason, (counts.get(reason) ?? 0) + count)
  return [...counts]
    .sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
    .map(([reason, count]) => ({ reason: reason as Figures['refused'][number]['reason'], count }))
}

function daysOf(
  { from, to }: Period,
  redeemed: DayOfRedemptions[],
  claimed: DayOfClaims[],
  refused: DayOfRefusals[],
): Figures['days'] {
  const redemptionsOf = new Map(redeemed.map((row) => [row.day, row]))
  const claimsOf = new Map(claimed.map((row) => [row.day, row]))
  const refusedOf = Map.groupBy(refused, ({ day }) => day)
  return daysBetween(from, to).map((day) => ({
    day,
    claims: claimsOf.get(day)?.claims ?? 0,
    redemptions: redemptionsOf.get(day)?.redemptions ?? 0,
    flagged: redemptionsOf.get(day)?.flagged ?? 0,
    refused: sum(refusedOf.get(day) ?? [], ({ count }) => count),
  }))
}

/** Every UTC day that overlaps the period. */
function daysBetween(from: Date, to: Date): string[] {
  const first = Math.floor(from.getTime() / DAY_MS)
  const last = Math.ceil(to.getTime() / DAY_MS)
  return Array.from({ length: from < to ? last - first : 0 }, (_, i) =>
    new Date((first + i) * DAY_MS).toISOString().slice(0, 10),
  )
}

function sum<T>(rows: T[], of: (row: T) => number): number {
  return rows.reduce((total, row) => total + of(row), 0)
}
