import { askCells } from '../../platform/cells/merge.ts'
import type { Reader } from '../../platform/database/db.ts'
import { forReading, type ReadingDeps } from '../../platform/database/for-reading.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Caller } from '../actors/caller.ts'
import type { RefusalsDeps } from '../refusals/refusal-log.ts'
import type { StatsFilter } from './queries.ts'
import { findRollUpProgress, NOTHING_CLOSED, type RollUpProgress } from './roll-up-queries.ts'
import { findSandbox } from './sandbox-queries.ts'
import { type Period, QUARTER_MS } from './split-period.ts'
import { periodsOf, type RequestedPeriods, type StatsQuery } from './stats-query.ts'

/** The database of a cell, and which of its days are closed. */
export type StatsSource = { db: Reader; progress: RollUpProgress }

/** What the stats of a request are counted with: the databases, the periods, and the filter of each period. */
export type StatsScope = RequestedPeriods & {
  sources: StatsSource[]
  filterOf: (period: Period) => StatsFilter
}

/** Counts in every cell. The same key may be in several rows. */
export async function countInSources<T>(
  { sources }: StatsScope,
  count: (source: StatsSource) => Promise<T[]>,
): Promise<T[]> {
  return (await Promise.all(sources.map(count))).flat()
}

export async function openStatsScope(
  deps: RefusalsDeps & ReadingDeps,
  caller: Caller,
  query: StatsQuery,
): Promise<StatsScope | Refusal> {
  const merchantIds = idsOf(caller.merchantIds, query.merchantId)
  const partnerIds = idsOf(caller.partnerId === null ? null : [caller.partnerId], query.partnerId)
  const parts = await forReading(deps)
  const sandbox = await findSandbox(parts.db, { merchantIds, partnerIds })
  const periods = periodsOf(query, new Date(deps.now().getTime() + (sandbox?.clockOffsetMs ?? 0)))
  if (periods instanceof Refusal) return periods
  // The result includes all refusals of this node. Refusals of the last second on other nodes, or on a replica, may be
  // missing.
  await askCells(deps, (cell) => {
    const { refusals, refusalLog } = deps.depsIn(cell)
    return Promise.all([refusals.flush(), refusalLog.flush()])
  })
  const sources = await askCells(parts, async ({ db }) => ({
    db,
    progress: sandbox ? NOTHING_CLOSED : await findRollUpProgress(db),
  }))
  const ids = { merchantIds, partnerIds, sandboxId: sandbox?.id ?? null }
  const filterOf = (period: Period) => ({
    ...{ ...period, ...ids },
    refusalsFrom: new Date(Math.floor(period.from.getTime() / QUARTER_MS) * QUARTER_MS),
  })
  return { ...periods, sources, filterOf }
}

/** The caller's own ids that the query asks for: the id of another merchant or partner finds nothing. Null: all ids. */
function idsOf(own: string[] | null, requested: string | undefined): string[] | null {
  if (requested === undefined) return own
  const id = requested.toLowerCase()
  return own === null || own.includes(id) ? [id] : []
}
