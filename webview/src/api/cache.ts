/** What has been seen in this session, in memory: the way back is instant, and offline shows what was there last. */

type Entry = { data: unknown; at: number }
type Asking = { answer: Promise<unknown>; isStale: boolean }

const entries = new Map<string, Entry>()
const underway = new Map<string, Asking>()
const listeners = new Set<() => void>()

export function cached<T>(key: string): { data: T; at: number } | undefined {
  return entries.get(key) as { data: T; at: number } | undefined
}

export function keep<T>(key: string, data: T): void {
  entries.set(key, { data, at: Date.now() })
  tell()
}

/** Asks once for all who want it at the moment, and keeps what comes. */
export function askOnce<T>(key: string, load: () => Promise<T>): Promise<T> {
  const already = underway.get(key)
  if (already) return already.answer as Promise<T>
  const asking: Asking = { answer: Promise.resolve(), isStale: false }
  const answer = load().then(
    (data) => {
      underway.delete(key)
      entries.set(key, { data, at: asking.isStale ? 0 : Date.now() })
      tell()
      return data
    },
    (cause) => {
      underway.delete(key)
      throw cause
    },
  )
  asking.answer = answer
  underway.set(key, asking)
  return answer
}

/** To be asked for again at the next look, also what is on its way; until then what was seen is shown. */
export function markStale(prefix: string): void {
  for (const [key, entry] of entries) if (key.startsWith(prefix)) entry.at = 0
  for (const [key, asking] of underway) if (key.startsWith(prefix)) asking.isStale = true
  tell()
}

export function forgetAll(): void {
  entries.clear()
  underway.clear()
}

export function onCache(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function tell(): void {
  for (const listener of listeners) listener()
}
