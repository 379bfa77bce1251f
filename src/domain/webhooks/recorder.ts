import { setTimeout as sleep } from 'node:timers/promises'
import { batched } from '../../platform/database/batch.ts'
import { isRaceLost, isUnreachable } from '../../platform/database/failures.ts'
import type { CutOff } from '../../platform/outbound/exchange.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { type Result, recordAttempts } from './delivery-queries.ts'

export type RecorderOptions = {
  /** How long a delivery is ours. */
  leaseMs: number
  /** How long until it is tried again while the database is away. */
  pollMs: number
  /** Once it is cut, nothing is tried again. */
  cutOff: CutOff
  /** Counted along. */
  figures: { delivered: number; failed: number; statements: number }
}

const AT_ONCE = { maxBatchSize: 500, pauseMs: 20 }

/** Writes down what came of attempts, many at once. Never rejects: what is not written down is sent again. */
export function openRecorder(
  { db, log, now }: Pick<Runtime, 'db' | 'log' | 'now'>,
  { leaseMs, pollMs, cutOff, figures }: RecorderOptions,
): (result: Result) => Promise<void> {
  /** While the database is away it is tried again, for as long as the deliveries are ours. */
  const writeDown = async (results: Result[]): Promise<void> => {
    const leaseEndsMs = performance.now() + leaseMs
    for (;;) {
      figures.statements += 1
      const error = await recordAttempts(db, results, now()).then(
        () => null,
        (error) => error as Error,
      )
      if (!error) return count(results)
      log.warn({ err: error, attempts: results.length }, 'attempts not written down')
      if (!isUnreachable(error) && !isRaceLost(error)) return writeDownHalves(results)
      if (performance.now() > leaseEndsMs || cutOff.isCut) return
      await sleep(pollMs)
    }
  }

  /** One that cannot be written down must not take its neighbours with it. */
  const writeDownHalves = async (results: Result[]) => {
    if (results.length === 1) return
    const middle = Math.ceil(results.length / 2)
    await writeDown(results.slice(0, middle))
    await writeDown(results.slice(middle))
  }

  const count = (results: Result[]) => {
    for (const { verdict } of results) {
      if (verdict.state === 'DELIVERED') figures.delivered += 1
      else if (verdict.isFailure) figures.failed += 1
    }
  }

  return batched<Result, void>(async (results) => {
    await writeDown(results)
    return results.map(() => undefined)
  }, AT_ONCE)
}
