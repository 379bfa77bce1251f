type Waiting<K, V> = { key: K; resolve: (value: V) => void; reject: (error: unknown) => void }

export type BatchOptions = {
  mostAtOnce?: number
  /** After more than one came at once: larger batches, for work that nobody waits for. */
  restMs?: number
}

/**
 * Does many things in one go: the keys that come in while a batch is under way form the next one. A key that comes alone
 * goes at once, so a batch of one is the ordinary case.
 */
export function batched<K, V>(
  run: (keys: K[]) => Promise<V[]>,
  { mostAtOnce = 500, restMs = 0 }: BatchOptions = {},
): (key: K) => Promise<V> {
  let waiting: Waiting<K, V>[] = []
  let busy = false

  const next = async () => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, mostAtOnce)
      waiting = waiting.slice(mostAtOnce)
      try {
        const values = await run(batch.map(({ key }) => key))
        for (const [i, { resolve }] of batch.entries()) resolve(values[i] as V)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
      if (restMs > 0 && batch.length > 1) await new Promise((resolve) => setTimeout(resolve, restMs))
    }
    busy = false
  }

  return (key) =>
    new Promise<V>((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (busy) return
      busy = true
      void next()
    })
}
