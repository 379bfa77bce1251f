import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Progress } from '../progress.ts'
import type { Db } from './db.ts'

/**
 * Knows whether the database commits. A primary can answer reads while no commit returns: a synchronous standby is gone,
 * or the primary is read-only. Requests that write are then refused at once. If they waited for their deadline, they
 * would hold the connections that reads need.
 */
export type CommitWatch = {
  isStalled(): boolean
  /** Calls `listener` at the beginning of every stall. */
  onStall(listener: () => void): void
  /** Whether a commit returns within the deadline. */
  canCommit(deadlineMs: number): Promise<boolean>
  close(): Promise<void>
}

export type CommitWatchOptions = { db: Db; progress: Progress; log: Logger }

const TICK_MS = 250
/** After a second without a response, a redemption may be waiting for a lock or for a commit. A probe tells which. */
const SUSPECT_AFTER_MS = 1_000
/** A probe locks nothing, so it takes this long only if commits stall. */
const STALLED_AFTER_MS = 1_000
/** This is short, because after an outage a probe on a lost connection must not delay the recovery. */
const PROBE_DEADLINE_MS = 2_000

/** Runs no probe while redemptions are answered. One probe runs at a time, on a connection that nothing else uses. */
export function openCommitWatch({ db, progress, log }: CommitWatchOptions): CommitWatch {
  const probes = db.sibling({ max: 1 })
  const listeners: (() => void)[] = []
  let isStalled = false
  let probe: Promise<boolean> | null = null

  const setStalled = (value: boolean) => {
    if (value === isStalled) return
    isStalled = value
    if (value) {
      log.warn('commits stall: requests that write are refused until one succeeds')
      for (const listener of listeners) listener()
    } else {
      // Sessions that were opened during the stall may still be read-only.
      db.retireConnections()
      log.info('commits succeed again')
    }
  }
  const runProbe = async (): Promise<boolean> => {
    const committed = probes.requireCommit(PROBE_DEADLINE_MS).then(
      () => true,
      () => false,
    )
    if ((await firstOf(committed, STALLED_AFTER_MS)) !== true) setStalled(true)
    const isCommitted = await committed
    setStalled(!isCommitted)
    return isCommitted
  }
  const startProbe = (): Promise<boolean> => {
    probe ??= runProbe().finally(() => {
      probe = null
    })
    return probe
  }
  const timer = setInterval(() => {
    if (isStalled || progress.stuckPaths(SUSPECT_AFTER_MS).includes('redemptions')) void startProbe()
  }, TICK_MS).unref()

  return {
    isStalled: () => isStalled,
    onStall: (listener) => listeners.push(listener),
    canCommit: async (deadlineMs) => (await firstOf(startProbe(), deadlineMs)) === true,
    async close() {
      clearInterval(timer)
      await probe
      await probes.end({ timeout: 1 })
    },
  }
}

/** Resolves to null at the timeout. A response that arrived while the process was busy still counts. */
async function firstOf<T>(promise: Promise<T>, timeoutMs: number): Promise<T | null> {
  const timeout = sleep(timeoutMs, null, { ref: false }).then(
    () => new Promise<null>((resolve) => setImmediate(resolve, null)),
  )
  return Promise.race([promise, timeout])
}
