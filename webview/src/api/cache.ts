/** Responses of this session, in memory only: going back is instant, and offline shows the last data. */

type Entry = { data: unknown; at: number }
type PendingFetch = { promise: Promise<unknown>; isStale: boolean }

const entries = new Map<string, Entry>()
const pending = new Map<string, PendingFetch>()
const listeners = new Set<() => void>()

export function getCached<T>(key: string): { data: T; at: number } | undefined {
  return entries.get(key) as { data: T; at: number } | undefined
}

export function setCached<T>(key: string, data: T): void {
  setAllCached([[key, data]])
}

/** Stores what one response has told about many records, with one redraw for all of them. */
export function setAllCached(records: [key: string, data: unknown][], at = Date.now()): void {
  for (const [key, data] of records) entries.set(key, { data, at })
  notifyListeners()
}

/** Within a visit nothing is requested twice, unless it was marked stale. */
const FRESH_MS = 300_000
const VISIT_STARTED_MS = Date.now()

/** Stores what an earlier visit has loaded, unless this visit has already loaded it. */
export function restoreCached(key: string, data: unknown, at: number): void {
  if (!entries.has(key)) setAllCached([[key, data]], at)
}

/** Whether the entry is young enough to be shown without another request. */
export function isFresh(key: string): boolean {
  const at = entries.get(key)?.at ?? 0
  return at >= VISIT_STARTED_MS && Date.now() - at <= FRESH_MS
}

/** Loads and stores a value. Concurrent callers share one request. */
export function fetchOnce<T>(key: string, load: () => Promise<T>): Promise<T> {
  const shared = pending.get(key)
  if (shared) return shared.promise as Promise<T>
  const fetching: PendingFetch = { promise: Promise.resolve(), isStale: false }
  const promise = load().then(
    (data) => {
      pending.delete(key)
      entries.set(key, { data, at: fetching.isStale ? 0 : Date.now() })
      notifyListeners()
      return data
    },
    (cause) => {
      pending.delete(key)
      throw cause
    },
  )
  fetching.promise = promise
  pending.set(key, fetching)
  return promise
}

/** Marks entries and pending requests as stale. They are fetched again on next use; until then the old data is shown. */
export function markStale(prefix: string): void {
  for (const [key, entry] of entries) if (key.startsWith(prefix)) entry.at = 0
  for (const [key, fetching] of pending) if (key.startsWith(prefix)) fetching.isStale = true
  notifyListeners()
}

export function clearCache(): void {
  entries.clear()
  pending.clear()
}

export function onCacheChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function notifyListeners(): void {
  for (const listener of listeners) listener()
}
