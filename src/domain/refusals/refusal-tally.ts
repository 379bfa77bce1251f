import { REDEMPTION_REFUSALS } from '@counterfoil/contract/errors.ts'
import { openBackgroundFlush } from '../../platform/background-flush.ts'
import { transaction } from '../../platform/database/db.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { addRefusalCounts, type RefusalCount } from './tally-queries.ts'

/** Counts refused redemptions. Counts are kept in memory and written later, so a redemption never waits for them. */
export type RefusalTally = {
  /** Ignores reasons that are not a redemption refusal in the contract, such as `unavailable`. */
  count(attempt: { partnerId: string; voucherId: string; outletId: string }, reason: string): void
  /** Writes all counts so far. Never rejects: after a failure, the next flush writes the counts. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** A crash loses at most the records of this time. */
const FLUSH_INTERVAL_MS = 1000
/** Limits the memory while the database is unavailable. Refusals beyond this number are not counted. */
const MAX_COUNTERS = 10_000

const QUARTER_MS = 15 * 60 * 1000

const COUNTED_REASONS: ReadonlySet<string> = new Set(REDEMPTION_REFUSALS)

export function openRefusalTally({ db, log, now }: Pick<Runtime, 'db' | 'log' | 'now'>): RefusalTally {
  let counts = new Map<string, RefusalCount>()

  const add = ({ count, ...kind }: RefusalCount) => {
    const key = Object.values(kind).join(' ')
    const held = counts.get(key)
    if (held) held.count += count
    else if (counts.size < MAX_COUNTERS) counts.set(key, { ...kind, count })
    background.schedule()
  }

  const background = openBackgroundFlush(FLUSH_INTERVAL_MS, async () => {
    if (counts.size === 0) return
    const taken = [...counts.values()]
    counts = new Map()
    try {
      await transaction(db, (tx) => addRefusalCounts(tx, taken))
    } catch (error) {
      log.warn({ err: error }, 'could not write refusal counts; will retry')
      for (const one of taken) add(one)
    }
  })

  return {
    count({ partnerId, voucherId, outletId }, reason) {
      if (!COUNTED_REASONS.has(reason)) return
      const quarter = new Date(Math.floor(now().getTime() / QUARTER_MS) * QUARTER_MS).toISOString()
      // An unknown voucher has no merchant, and the number of unknown ids is unbounded.
      const isKnown = reason !== 'voucher_not_found'
      add({ quarter, partnerId, voucherId: isKnown ? voucherId : null, outletId, reason, count: 1 })
    },
    flush: background.flush,
    close: background.close,
  }
}
