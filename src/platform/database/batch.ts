import { setImmediate } from 'node:timers/promises'
import { ExpiringSet } from './expiring-set.ts'
import { DatabaseUnavailable, isUnreachable } from './failures.ts'

type Waiting<K, V> = {
  key: K
  isClientConnected: () => boolean
  isExpired: boolean
  resolve: (value: V) => void
  reject: (error: unknown) => void
}

export type BatchOptions = {
  maxBatchSize?: number
  /** The pause after a batch of several keys. It makes batches larger, for work that no caller waits for. */
  pauseMs?: number
  /** How long a key may wait after its arrival. It is then rejected, and does not run if its batch has not begun. */
  deadlineMs?: number
  /** Called when a batch begins. The function that it returns is called when the batch ends. */
  onBatch?: () => (isDone: boolean) => void
}

export type Batched<K, V> = (key: K, isClientConnected?: () => boolean) => Promise<V>

const always = () => true

/**
 * Waits until the sockets have been read once. The first step is part of the event loop's current turn, so only the second
 * follows the requests that arrived while the last batch was decided and answered.
 */
export async function readArrivedRequests(): Promise<void> {
  await setImmediate()
  await setImmediate()
}

/**
 * Runs keys in batches: keys that arrive while a batch runs form the next one. There is no timer, so a batch of an idle
 * process has one key. A key whose caller has gone is dropped.
 */
export function batched<K, V>(
  run: (keys: K[]) => Promise<V[]>,
  { maxBatchSize = 500, pauseMs = 0, deadlineMs = Infinity, onBatch = () => () => {} }: BatchOptions = {},
): Batched<K, V> {
  const waiting: Waiting<K, V>[] = []
  const unanswered = new ExpiringSet<Waiting<K, V>>(deadlineMs, (entry) => {
    entry.isExpired = true
    entry.reject(new DatabaseUnavailable('QUEUE_TIMEOUT', `not answered within ${deadlineMs} ms`))
  })
  let isRunning = false

  const isStillWanted = (entry: Waiting<K, V>) => {
    if (entry.isExpired) return false
    if (entry.isClientConnected()) return true
    unanswered.delete(entry)
    entry.reject(new DatabaseUnavailable('CALLER_GONE', 'the caller has gone'))
    return false
  }

  const runBatch = async (batch: Waiting<K, V>[]) => {
    const onEnd = onBatch()
    try {
      const values = await run(batch.map(({ key }) => key))
      for (let i = 0; i < batch.length; i += 1) batch[i]?.resolve(values[i] as V)
      onEnd(true)
    } catch (error) {
      for (const { reject } of batch) reject(error)
      onEnd(!isUnreachable(error))
    } finally {
      for (const entry of batch) unanswered.delete(entry)
    }
  }

  const next = async () => {
    while (waiting.length > 0) {
      await readArrivedRequests()
      const batch = waiting.splice(0, maxBatchSize).filter(isStillWanted)
      if (batch.length > 0) await runBatch(batch)
      if (pauseMs > 0 && batch.length > 1) await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
    isRunning = false
  }

  return (key, isClientConnected = always) =>
    new Promise<V>((resolve, reject) => {
      const entry = { key, isClientConnected, isExpired: false, resolve, reject }
      waiting.push(entry)
      if (deadlineMs !== Infinity) unanswered.add(entry)
      if (isRunning) return
      isRunning = true
      void next()
    })
}
