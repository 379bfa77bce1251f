import { setTimeout as sleep } from 'node:timers/promises'

/** CHANGED: there may be more to do. LOCKED: another transaction holds a lock right now. */
export type PartitionStep = 'CHANGED' | 'LOCKED' | 'DONE'

/** If another transaction uses the tables, we give up soon: while we wait for our lock, all others wait behind us. */
const MAX_TRIES = 5
const RETRY_DELAY_MS = 300

/** Repeats a step until nothing is left to do. `what` names the tables in the error. */
export async function repeatUntilDone(
  what: string,
  step: () => Promise<PartitionStep>,
  stopping?: AbortSignal,
): Promise<void> {
  for (let tries = 0; !stopping?.aborted; ) {
    const result = await step()
    if (result === 'DONE') return
    tries = result === 'LOCKED' ? tries + 1 : 0
    if (tries === MAX_TRIES)
      throw new Error(`another transaction is using the ${what}: partitions not changed`)
    if (result === 'LOCKED') await sleep(RETRY_DELAY_MS)
  }
}
