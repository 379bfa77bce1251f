import { REDEMPTION_REFUSALS, type RedemptionRefusal } from '@counterfoil/contract/errors.ts'
import { openBackgroundFlush } from '../../platform/background-flush.ts'
import type { InCells } from '../../platform/cells/cells.ts'
import { askCells } from '../../platform/cells/merge.ts'
import { transaction } from '../../platform/database/db.ts'
import { orderedId } from '../../platform/database/ordered-id.ts'
import { distanceMeters, type Position } from '../../platform/geo.ts'
import type { Refusal } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { timeOf } from '../partners/partner-time.ts'
import { findOutletPositions, insertRefusals, type RefusalToWrite } from './queries.ts'
import type { RefusalTally } from './refusal-tally.ts'

/** The recorded part of the request, without the PIN. */
export type RefusedRequest = {
  requestId: string
  partner: { id: string; clockOffsetMs: number }
  externalUserId: string
  voucherId: string
  outletId: string
  consumer: Position | null
}

/** Records refused redemptions. They are kept in memory and written later, so a redemption never waits for them. */
export type RefusalLog = {
  /** Ignores responses that are not a redemption refusal in the contract, such as `unavailable`. */
  record(request: RefusedRequest, refusal: Refusal): void
  /** Writes all refusals so far. Never rejects: after a failure, the next flush writes them. */
  flush(): Promise<void>
  close(): Promise<void>
}

export type RefusalsDeps = InCells<Runtime & { refusals: RefusalTally; refusalLog: RefusalLog }>

/** Writes the refusals of this node so far, in every cell. */
export async function flushRefusals(deps: RefusalsDeps): Promise<void> {
  await askCells(deps, (cell) => deps.depsIn(cell).refusalLog.flush())
}

/** A crash loses at most the records of this time. */
const FLUSH_INTERVAL_MS = 1000
/** So many per second are an attack. Further refusals count in the stats, but are not recorded. */
const MAX_HELD = 2000

const RECORDED_CODES: ReadonlySet<string> = new Set(REDEMPTION_REFUSALS)

type Held = { id: string; at: Date; request: RefusedRequest; refusal: Refusal }

export function openRefusalLog({ db, log, now }: Pick<Runtime, 'db' | 'log' | 'now'>): RefusalLog {
  let held: Held[] = []
  let dropped = 0

  const background = openBackgroundFlush(FLUSH_INTERVAL_MS, async () => {
    if (dropped > 0) log.warn({ dropped }, 'too many refused redemptions at once: some were not recorded')
    dropped = 0
    if (held.length === 0) return
    const taken = held
    held = []
    try {
      const positions = await findOutletPositions(db, [
        ...new Set(taken.map(({ request }) => request.outletId)),
      ])
      const rows = taken.map((one) => toRow(one, positions.get(one.request.outletId) ?? null))
      await transaction(db, (tx) => insertRefusals(tx, rows))
    } catch (error) {
      log.warn({ err: error }, 'could not record refused redemptions; will retry')
      held = [...taken, ...held].slice(0, MAX_HELD)
      background.schedule()
    }
  })

  return {
    record(request, refusal) {
      if (!RECORDED_CODES.has(refusal.code)) return
      if (held.length < MAX_HELD)
        held.push({ id: orderedId(), at: timeOf(request.partner, now()), request, refusal })
      else dropped += 1
      background.schedule()
    },
    flush: background.flush,
    close: background.close,
  }
}

function toRow({ id, at, request, refusal }: Held, outlet: Position | null): RefusalToWrite {
  const { requestId, partner, externalUserId, voucherId, outletId, consumer } = request
  return {
    ...{ id, requestId, at: at.toISOString(), partnerId: partner.id, externalUserId, voucherId, outletId },
    code: refusal.code as RedemptionRefusal,
    distanceMeters: outlet && consumer && Math.round(distanceMeters(outlet, consumer) * 10) / 10,
    details: refusal.details ?? null,
  }
}
