/** What has been seen in this session, in memory: the way back is instant, and offline shows what was there last. */

type Entry = { data: unknown; at: number }

const entries = new Map<string, Entry>()
const listeners = new Set<() => void>()

export function cached<T>(key: string): { data: T; at: number } | undefined {
  return entries.get(key) as { data: T; at: number } | undefined
}

export function keep<T>(key: string, data: T): void {
  entries.set(key, { data, at: Date.now() })
  tell()
}

/** To be asked for again at the next look; until then what was seen is shown. */
export function markStale(prefix: string): void {
  for (const [key, entry] of entries) if (key.startsWith(prefix)) entry.at = 0
  tell()
}

export function forgetAll(): void {
  entries.clear()
}

export function onCache(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function tell(): void {
  for (const listener of listeners) listener()
}
