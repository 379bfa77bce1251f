import { REDEMPTION_REFUSALS } from '@counterfoil/contract/redemption.ts'
import { transaction } from '../../platform/database/db.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { addRefusalCounts, type RefusalCount } from './queries.ts'

/** Counts the redemptions that were refused. Never in the way of a redemption: it is counted here, and written later. */
export type RefusalTally = {
  /** Refusals that are none of the contract's for a redemption (`unavailable`) are not counted. */
  count(partnerId: string, voucherId: string, reason: string): void
  /** Writes what has been counted so far. Never rejects: what cannot be written is kept for the next time. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** What a crash can lose. */
const WRITE_EVERY_MS = 1000
/** While the database is away, memory has to be bounded; what is beyond is not counted. */
const MOST_KINDS = 10_000

const COUNTED: ReadonlySet<string> = new Set(REDEMPTION_REFUSALS)

export function openRefusalTally({ db, log, now }: Pick<Runtime, 'db' | 'log' | 'now'>): RefusalTally {
  let counts = new Map<string, RefusalCount>()
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()

  const add = ({ count, ...kind }: RefusalCount) => {
    const key = Object.values(kind).join(' ')
    const held = counts.get(key)
    if (held) held.count += count
    else if (counts.size < MOST_KINDS) counts.set(key, { ...kind, count })
    // Armed by the first of a batch: a node that refuses nothing writes nothing.
    timer ??= setTimeout(() => void flush(), WRITE_EVERY_MS).unref()
  }

  const write = async (): Promise<void> => {
    if (timer) clearTimeout(timer)
    timer = null
    if (counts.size === 0) return
    const taken = [...counts.values()]
    counts = new Map()
    try {
      await transaction(db, (tx) => addRefusalCounts(tx, taken))
    } catch (error) {
      log.warn({ err: error }, 'refusals not counted; trying again')
      for (const one of taken) add(one)
    }
  }

  const flush = (): Promise<void> => {
    writing = writing.then(write)
    return writing
  }

  return {
    count(partnerId, voucherId, reason) {
      if (!COUNTED.has(reason)) return
      const hour = `${now().toISOString().slice(0, 13)}:00:00.000Z`
      // An unknown voucher has no merchant, and there is no end of them.
      add({ hour, partnerId, voucherId: reason === 'voucher_not_found' ? null : voucherId, reason, count: 1 })
    },
    flush,
    async close() {
      await flush()
      if (timer) clearTimeout(timer)
    },
  }
}
