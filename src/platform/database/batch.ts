import { ExpiringSet } from './expiring-set.ts'
import { DatabaseUnavailable, isUnreachable } from './failures.ts'

type Waiting<K, V> = {
  key: K
  isWanted: () => boolean
  isExpired: boolean
  resolve: (value: V) => void
  reject: (error: unknown) => void
}

export type BatchOptions = {
  mostAtOnce?: number
  /** After more than one came at once: larger batches, for work that nobody waits for. */
  restMs?: number
  /** From a key's arrival: then it is rejected, and is not begun if it has not been. */
  deadlineMs?: number
  /** Called as each batch begins; what it returns, as the batch ends. */
  onBatch?: () => (isDone: boolean) => void
}

export type Batched<K, V> = (key: K, isWanted?: () => boolean) => Promise<V>

const wanted = () => true

/**
 * Does many things in one go: the keys that come in while a batch is under way form the next one. A key that comes alone
 * goes at once, so a batch of one is the ordinary case. A key whose caller has gone is left out of its batch.
 */
export function batched<K, V>(
  run: (keys: K[]) => Promise<V[]>,
  { mostAtOnce = 500, restMs = 0, deadlineMs = Infinity, onBatch = () => () => {} }: BatchOptions = {},
): Batched<K, V> {
  const waiting: Waiting<K, V>[] = []
  const unanswered = new ExpiringSet<Waiting<K, V>>(deadlineMs, (entry) => {
    entry.isExpired = true
    entry.reject(new DatabaseUnavailable('QUEUE_TIMEOUT', `not answered within ${deadlineMs} ms`))
  })
  let busy = false

  const isStillWanted = (entry: Waiting<K, V>) => {
    if (entry.isExpired) return false
    if (entry.isWanted()) return true
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
      const batch = waiting.splice(0, mostAtOnce).filter(isStillWanted)
      if (batch.length > 0) await runBatch(batch)
      if (restMs > 0 && batch.length > 1) await new Promise((resolve) => setTimeout(resolve, restMs))
    }
    busy = false
  }

  return (key, isWanted = wanted) =>
    new Promise<V>((resolve, reject) => {
      const entry = { key, isWanted, isExpired: false, resolve, reject }
      waiting.push(entry)
      if (deadlineMs !== Infinity) unanswered.add(entry)
      if (busy) return
      busy = true
      void next()
    })
}
