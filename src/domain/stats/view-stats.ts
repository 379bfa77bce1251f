import type { Stats } from '@counterfoil/contract/admin/stats.ts'
import type { Static } from 'typebox'
import { forReading, type ReadingDeps } from '../../platform/database/for-reading.ts'
import { FIRST_TIME_MS, readTime } from '../../platform/input/time.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import type { RefusalsDeps } from '../refusals/refusal-log.ts'
import { countClaimsByHour, countRedemptionsByHour, countRefusalsByHour } from './hour-queries.ts'
import { countByOutlet } from './outlet-queries.ts'
import { listLowPools } from './pool-queries.ts'
import {
  countClaimsByDay,
  countDeliveriesByState,
  countRedemptionsByDay,
  countRefusalsByDay,
  type StatsFilter,
} from './queries.ts'
import { findRollUpProgress, NOTHING_CLOSED } from './roll-up-queries.ts'
import { countTestRefusalsByDay, countTestRefusalsByHour, findSandbox } from './sandbox-queries.ts'
import { byReason, seriesOf, startsBetween, sum } from './series.ts'
import { DAY_MS, HOUR_MS, type Period, splitPeriod } from './split-period.ts'

type StatsBody = Static<typeof Stats>

export type StatsQuery = {
  from?: string
  to?: string
  merchantId?: string
  partnerId?: string
  interval?: 'day' | 'hour'
  groupBy?: 'outlet'
}

const DEFAULT_DAYS = 30
/** Hours and refusals by outlet are counted from rows, so their periods are short. */
const MAX_DAYS = { day: 400, hour: 7, outlet: 31 }
const MAX_OUTLETS = 200

export async function viewStats(
  deps: RefusalsDeps & ReadingDeps,
  caller: Caller,
  query: StatsQuery,
): Promise<StatsBody | Refusal> {
  const merchantIds = idsOf(caller.merchantId, query.merchantId)
  const partnerIds = idsOf(caller.partnerId, query.partnerId)
  const { db } = await forReading(deps)
  const sandbox = await findSandbox(db, { merchantIds, partnerIds })
  const period = periodOf(query, new Date(deps.now().getTime() + (sandbox?.clockOffsetMs ?? 0)))
  if (period instanceof Refusal) return period
  const filter = { ...period, merchantIds, partnerIds, sandboxId: sandbox?.id ?? null }
  // The result includes all refusals of this node. Refusals of the last second on other nodes, or on a replica, may be
  // missing.
  await Promise.all([deps.refusals.flush(), deps.refusalLog.flush()])
  const { daysUntil, hoursUntil, outletDaysUntil } = sandbox ? NOTHING_CLOSED : await findRollUpProgress(db)
  const split = splitPeriod(period, DAY_MS, daysUntil)
  const [redeemed, claimed, refused, deliveries, pools] = await Promise.all([
    countRedemptionsByDay(db, filter, split),
    countClaimsByDay(db, filter, split),
    sandbox
      ? countTestRefusalsByDay(db, filter)
      : countRefusalsByDay(db, filter, splitPeriod(startAtFullHour(period), DAY_MS, null)),
    // Events belong to a partner, not to a merchant.
    merchantIds.length === 0
      ? countDeliveriesByState(db, filter, splitPeriod(period, HOUR_MS, hoursUntil))
      : [],
    // Pools belong to a merchant, so a partner's key must not see them.
    caller.partnerId === null ? listLowPools(db, merchantIds, deps.now()) : [],
  ])
  return {
    from: period.from.toISOString(),
    to: period.to.toISOString(),
    claims: sum(claimed, ({ claims }) => claims),
    redemptions: sum(redeemed, ({ redemptions }) => redemptions),
    flagged: sum(redeemed, ({ flagged }) => flagged),
    refused: byReason(refused),
    deliveries,
    days: query.interval === 'day' ? seriesOf('day', daysOf(period), { redeemed, claimed, refused }) : [],
    hours: query.interval === 'hour' ? await hoursOf({ ...deps, db }, filter) : [],
    outlets:
      query.groupBy === 'outlet'
        ? await countByOutlet(db, filter, splitPeriod(period, DAY_MS, outletDaysUntil), MAX_OUTLETS)
        : [],
    lowPools: pools,
  }
}

function periodOf(query: StatsQuery, now: Date): Period | Refusal {
  const to = query.to === undefined ? now : readTime(query.to)
  if (!to) return invalid({ path: '/to', message: 'is not a valid time' })
  const defaultDays = query.interval === 'hour' ? MAX_DAYS.hour : DEFAULT_DAYS
  const defaultFrom = new Date(Math.max(to.getTime() - defaultDays * DAY_MS, FIRST_TIME_MS))
  const from = query.from === undefined ? defaultFrom : readTime(query.from)
  if (!from) return invalid({ path: '/from', message: 'is not a valid time' })
  const tooLong = [query.interval, query.groupBy].find(
    (split) => split && to.getTime() - from.getTime() > MAX_DAYS[split] * DAY_MS,
  )
  if (!tooLong) return { from, to }
  const parameter = tooLong === 'outlet' ? 'groupBy' : 'interval'
  const message = `must be at most ${MAX_DAYS[tooLong]} days before the end if ${parameter} is ${tooLong}`
  return invalid({ path: '/from', message })
}

const daysOf = ({ from, to }: Period) =>
  startsBetween(from, to, DAY_MS).map((start) => start.toISOString().slice(0, 10))

async function hoursOf({ db }: Runtime, filter: StatsFilter): Promise<StatsBody['hours']> {
  const [redeemed, claimed, refused] = await Promise.all([
    countRedemptionsByHour(db, filter),
    countClaimsByHour(db, filter),
    filter.sandboxId === null ? countRefusalsByHour(db, filter) : countTestRefusalsByHour(db, filter),
  ])
  const hours = startsBetween(filter.from, filter.to, HOUR_MS).map((start) => start.toISOString())
  return seriesOf('hour', hours, { redeemed, claimed, refused })
}

/** Refusals are counted by hour, so the first hour of the period counts in full. */
function startAtFullHour({ from, to }: Period): Period {
  return { from: new Date(Math.floor(from.getTime() / HOUR_MS) * HOUR_MS), to }
}

/** Both the caller's own id and the id in the query must match, so the id of another merchant or partner finds nothing. */
function idsOf(own: string | null, requested: string | undefined): string[] {
  return [own, requested].filter((id) => id != null)
}
