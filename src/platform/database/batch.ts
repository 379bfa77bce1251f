/** Combines calls that arrive at the same time into one statement. */
import { DatabaseUnavailable, isUnreachable } from './failures.ts'

type Waiting<K, V> = {
  key: K
  isWanted: () => boolean
  resolve: (value: V) => void
  reject: (error: unknown) => void
}

export type BatchOptions = {
  maxBatchSize?: number
  /** The pause after a batch of several keys. Makes larger batches, for work that no caller waits for. */
  pauseMs?: number
  /** From a key's arrival. At the deadline the key is rejected; if its batch has not begun, it never will. */
  deadlineMs?: number
  /** Called when a batch begins. The function it returns is called when the batch ends. */
  onBatch?: () => (isDone: boolean) => void
}

export type Batched<K, V> = (key: K, isWanted?: () => boolean) => Promise<V>

const always = () => true

/**
 * Runs keys in batches: keys that arrive while a batch runs form the next one. A single key runs at once, so most
 * batches have one key. A key whose caller has gone is dropped.
 */
export function batched<K, V>(
  run: (keys: K[]) => Promise<V[]>,
  { maxBatchSize = 500, pauseMs = 0, deadlineMs, onBatch = () => () => {} }: BatchOptions = {},
): Batched<K, V> {
  const waiting = new Set<Waiting<K, V>>()
  let isRunning = false

  const takeBatch = () => {
    const batch: Waiting<K, V>[] = []
    for (const entry of waiting) {
      if (batch.length === maxBatchSize) break
      waiting.delete(entry)
      if (entry.isWanted()) batch.push(entry)
      else entry.reject(new DatabaseUnavailable('CALLER_GONE', 'the caller has gone'))
    }
    return batch
  }

  const runBatch = async (batch: Waiting<K, V>[]) => {
    const onEnd = onBatch()
    try {
      const values = await run(batch.map(({ key }) => key))
      for (const [i, { resolve }] of batch.entries()) resolve(values[i] as V)
      onEnd(true)
    } catch (error) {
      for (const { reject } of batch) reject(error)
      onEnd(!isUnreachable(error))
    }
  }

  const runBatches = async () => {
    while (waiting.size > 0) {
      const batch = takeBatch()
      if (batch.length > 0) await runBatch(batch)
      if (pauseMs > 0 && batch.length > 1) await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
    isRunning = false
  }

  return (key, isWanted = always) =>
    new Promise<V>((resolve, reject) => {
      const entry = { key, isWanted, resolve, reject }
      if (deadlineMs !== undefined) rejectAtDeadline(entry, deadlineMs, () => waiting.delete(entry))
      waiting.add(entry)
      if (isRunning) return
      isRunning = true
      void runBatches()
    })
}

/** Replaces the entry's callbacks by ones that stop the timer. */
function rejectAtDeadline<K, V>(entry: Waiting<K, V>, deadlineMs: number, remove: () => void): void {
  const { resolve, reject } = entry
  const timer = setTimeout(() => {
    remove()
    reject(new DatabaseUnavailable('QUEUE_TIMEOUT', `not answered within ${deadlineMs} ms`))
  }, deadlineMs)
  entry.resolve = (value) => {
    clearTimeout(timer)
    resolve(value)
  }
  entry.reject = (error) => {
    clearTimeout(timer)
    reject(error)
  }
}
