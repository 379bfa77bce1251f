import type { Stats } from '@counterfoil/contract/admin/stats.ts'
import type { Static } from 'typebox'
import { addUp } from '../../platform/cells/merge.ts'
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
import { countInSources, openStatsScope, type StatsScope, type StatsSource } from './stats-scope.ts'
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
  const { period, previous, timezone } = scope
  const filter = scope.filterOf(period)
  const [totals, before, deliveries, pools, series, grouped] = await Promise.all([
    countTotals(scope, period),
    previous && countTotals(scope, previous),
    // Events belong to a partner, not to a merchant.
    filter.merchantIds === null
      ? countInSources(scope, ({ db, progress }) =>
          countDeliveriesByState(db, filter, splitPeriod(period, HOUR_MS, progress.hoursUntil)),
        )
      : [],
    // Pools belong to a merchant, so a partner's key must not see them.
    caller.partnerId === null
      ? countInSources(scope, ({ db }) => listLowPools(db, filter.merchantIds, deps.now()))
      : [],
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
    deliveries: addUp(deliveries, ({ state }) => state, ['count']).sort(by(({ state }) => state)),
    ...series,
    ...grouped,
    lowPools: pools.sort(by(({ available }) => available)),
  }
}

/** Rows are sorted in each cell. Those with the same value keep their order. */
const by =
  <T>(keyOf: (row: T) => string | number) =>
  (one: T, other: T) =>
    keyOf(one) < keyOf(other) ? -1 : keyOf(one) > keyOf(other) ? 1 : 0

async function countTotals(scope: StatsScope, period: Period) {
  const filter = scope.filterOf(period)
  const splitOf = ({ progress }: StatsSource) => splitPeriod(period, DAY_MS, progress.daysUntil)
  const refusals = splitPeriod({ from: filter.refusalsFrom, to: period.to }, DAY_MS, null)
  const [redeemed, claimed, refused] = await Promise.all([
    countInSources(scope, (source) => countRedemptionsByDay(source.db, filter, splitOf(source))),
    countInSources(scope, (source) => countClaimsByDay(source.db, filter, splitOf(source))),
    countInSources(scope, ({ db }) =>
      filter.sandboxId === null
        ? countRefusalsByDay(db, filter, refusals)
        : countTestRefusalsByDay(db, filter),
    ),
  ])
  return {
    claims: sum(claimed, ({ claims }) => claims),
    redemptions: sum(redeemed, ({ redemptions }) => redemptions),
    flagged: sum(redeemed, ({ flagged }) => flagged),
    refused: byReason(refused),
  }
}

async function viewSeries(
  scope: StatsScope,
  interval: StatsQuery['interval'],
): Promise<Pick<StatsBody, 'days' | 'hours'>> {
  if (interval === undefined) return { days: [], hours: [] }
  const { period, timezone } = scope
  const days = interval === 'day' ? localDays(period, timezone) : []
  const starts = interval === 'day' ? days.map(({ start }) => start) : localHours(period, timezone)
  if (starts.length === 0) return { days: [], hours: [] }
  const filter = scope.filterOf(period)
  const [counted, refused] = await Promise.all([
    countInSources(scope, ({ db, progress }) =>
      countByUnit(db, filter, splitPeriod(period, QUARTER_MS, progress.groupDaysUntil), starts),
    ),
    countInSources(scope, ({ db }) =>
      filter.sandboxId === null
        ? countRefusalsByUnit(db, filter, starts)
        : countTestRefusalsByUnit(db, filter, starts),
    ),
  ])
  const added = addUp(counted, ({ unit }) => String(unit), ['claims', 'redemptions', 'flagged'])
  const units = seriesOf(starts.length, added, refused)
  return interval === 'day'
    ? { days: days.map(({ day }, i) => ({ day, ...unitAt(units, i) })), hours: [] }
    : { days: [], hours: starts.map((start, i) => ({ hour: start.toISOString(), ...unitAt(units, i) })) }
}

type Unit = ReturnType<typeof seriesOf>[number]
const unitAt = (units: Unit[], index: number): Unit => units[index] as Unit
