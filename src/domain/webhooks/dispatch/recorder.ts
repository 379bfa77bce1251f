import { setTimeout as sleep } from 'node:timers/promises'
import { batched } from '../../../platform/database/batch.ts'
import { isRaceLost, isUnreachable } from '../../../platform/database/failures.ts'
import type { Cancellation } from '../../../platform/outbound/http-exchange.ts'
import type { Runtime } from '../../../platform/runtime.ts'
import { type AttemptResult, recordAttempts, recordAttemptsInCell } from './delivery-queries.ts'

export type RecorderOptions = {
  /** How long this worker holds a claimed delivery. */
  leaseMs: number
  /** The pause between two tries while the database is unavailable. */
  pollMs: number
  /** If this is canceled, a failed write is not retried. */
  cancellation: Cancellation
  /** Incremented as attempts are recorded. */
  stats: { delivered: number; failed: number; statements: number }
}

/** A longer pause would make a fast endpoint wait, because its lane has a limited number of unrecorded deliveries. */
const BATCHES = { maxBatchSize: 500, pauseMs: 10 }

/** Records attempts in batches. Never rejects: an event whose attempt is not recorded is sent again. */
export function openRecorder(
  { cell, db, homeDb, log, now }: Pick<Runtime, 'cell' | 'db' | 'homeDb' | 'log' | 'now'>,
  { leaseMs, pollMs, cancellation, stats }: RecorderOptions,
): (result: AttemptResult) => Promise<void> {
  /** While the database is unavailable, retries until the lease of the deliveries ends. */
  const record = async (results: AttemptResult[]): Promise<void> => {
    const leaseEndsMs = performance.now() + leaseMs
    for (;;) {
      stats.statements += 1
      const recording =
        cell === null ? recordAttempts(db, results, now()) : recordAttemptsInCell(db, homeDb, results, now())
      const error = await recording.then(
        () => null,
        (error) => error as Error,
      )
      if (!error) return count(results)
      log.warn({ err: error, attempts: results.length }, 'attempts not recorded')
      if (!isUnreachable(error) && !isRaceLost(error)) return recordHalves(results)
      if (performance.now() > leaseEndsMs || cancellation.isCanceled) return
      await sleep(pollMs)
    }
  }

  /** One attempt that the database rejects must not prevent the others from being recorded. */
  const recordHalves = async (results: AttemptResult[]) => {
    if (results.length === 1) return
    const middle = Math.ceil(results.length / 2)
    await record(results.slice(0, middle))
    await record(results.slice(middle))
  }

  const count = (results: AttemptResult[]) => {
    for (const { verdict } of results) {
      if (verdict.state === 'DELIVERED') stats.delivered += 1
      else if (verdict.isFailure) stats.failed += 1
    }
  }

  return batched<AttemptResult, void>(async (results) => {
    await record(results)
    return results.map(() => undefined)
  }, BATCHES)
}
