import type { Stats } from '@counterfoil/contract/admin/stats.ts'
import type { Static } from 'typebox'
import type { ReadingDeps } from '../../platform/database/for-reading.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Caller } from '../actors/caller.ts'
import type { RefusalsDeps } from '../refusals/refusal-log.ts'
import { localDays, localHours } from './local-units.ts'
import { listLowPools } from './pool-queries.ts'
import {
  countClaimsByDay,
  countDeliveriesByState,
  countRedemptionsByDay,
  countRefusalsByDay,
} from './queries.ts'
import { countTestRefusalsByDay } from './sandbox-queries.ts'
import { byReason, seriesOf, sum } from './series.ts'
import { countByUnit, countRefusalsByUnit, countTestRefusalsByUnit } from './series-queries.ts'
import { DAY_MS, HOUR_MS, type Period, QUARTER_MS, splitPeriod } from './split-period.ts'
import type { StatsQuery } from './stats-query.ts'
import { openStatsScope, type StatsScope } from './stats-scope.ts'
import { viewGroups } from './view-groups.ts'

type StatsBody = Static<typeof Stats>

const DEFAULT_GROUPS = 200

export async function viewStats(
  deps: RefusalsDeps & ReadingDeps,
  caller: Caller,
  { limit = DEFAULT_GROUPS, ...query }: StatsQuery & { limit?: number },
): Promise<StatsBody | Refusal> {
  const scope = await openStatsScope(deps, caller, query)
  if (scope instanceof Refusal) return scope
  const { db, period, previous, progress, timezone } = scope
  const filter = scope.filterOf(period)
  const [totals, before, deliveries, pools, series, grouped] = await Promise.all([
    countTotals(scope, period),
    previous && countTotals(scope, previous),
    // Events belong to a partner, not to a merchant.
    filter.merchantIds === null
      ? countDeliveriesByState(db, filter, splitPeriod(period, HOUR_MS, progress.hoursUntil))
      : [],
    // Pools belong to a merchant, so a partner's key must not see them.
    caller.partnerId === null ? listLowPools(db, filter.merchantIds, deps.now()) : [],
    viewSeries(scope, query.interval),
    query.groupBy ? viewGroups(scope, query.groupBy, limit) : { groups: [], others: null },
  ])
  return {
    from: period.from.toISOString(),
    to: period.to.toISOString(),
    timezone,
    ...totals,
    previous: previous &&
      before && { from: previous.from.toISOString(), to: previous.to.toISOString(), ...before },
    deliveries,
    ...series,
    ...grouped,
    lowPools: pools,
  }
}

async function countTotals({ db, progress, filterOf }: StatsScope, period: Period) {
  const filter = filterOf(period)
  const split = splitPeriod(period, DAY_MS, progress.daysUntil)
  const [redeemed, claimed, refused] = await Promise.all([
    countRedemptionsByDay(db, filter, split),
    countClaimsByDay(db, filter, split),
    filter.sandboxId === null
      ? countRefusalsByDay(
          db,
          filter,
          splitPeriod({ from: filter.refusalsFrom, to: period.to }, DAY_MS, null),
        )
      : countTestRefusalsByDay(db, filter),
  ])
  return {
    claims: sum(claimed, ({ claims }) => claims),
    redemptions: sum(redeemed, ({ redemptions }) => redemptions),
    flagged: sum(redeemed, ({ flagged }) => flagged),
    refused: byReason(refused),
  }
}

async function viewSeries(
  { db, progress, filterOf, period, timezone }: StatsScope,
  interval: StatsQuery['interval'],
): Promise<Pick<StatsBody, 'days' | 'hours'>> {
  if (interval === undefined) return { days: [], hours: [] }
  const days = interval === 'day' ? localDays(period, timezone) : []
  const starts = interval === 'day' ? days.map(({ start }) => start) : localHours(period, timezone)
  if (starts.length === 0) return { days: [], hours: [] }
  const filter = filterOf(period)
  const [counted, refused] = await Promise.all([
    countByUnit(db, filter, splitPeriod(period, QUARTER_MS, progress.groupDaysUntil), starts),
    filter.sandboxId === null
      ? countRefusalsByUnit(db, filter, starts)
      : countTestRefusalsByUnit(db, filter, starts),
  ])
  const units = seriesOf(starts.length, counted, refused)
  return interval === 'day'
    ? { days: days.map(({ day }, i) => ({ day, ...unitAt(units, i) })), hours: [] }
    : { days: [], hours: starts.map((start, i) => ({ hour: start.toISOString(), ...unitAt(units, i) })) }
}

type Unit = ReturnType<typeof seriesOf>[number]
const unitAt = (units: Unit[], index: number): Unit => units[index] as Unit
