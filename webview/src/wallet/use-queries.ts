import { useCallback, useEffect, useReducer, useRef } from 'preact/hooks'
import { fetchOnce, getCached, onCacheChange } from '../api/cache.ts'
import { failedBeforeReconnect, reconnectCount } from '../api/reconnect.ts'
import { type Lane, openLane } from './lane.ts'

export type Query = { key: string; freshMs: number; load: () => Promise<unknown> }

/** This many are quick enough, and a full wallet does not burden the service. */
const MAX_PARALLEL = 4

/** Loads many queries into the shared cache, in order and a few at a time. Reports why one failed. */
export function useQueries(queries: Query[]): { failureOf(key: string): unknown; retry(): void } {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const failures = useRef(new Map<string, unknown>()).current
  const loading = useRef(new Set<string>()).current
  const lane = useRef<Lane | null>(null)
  const latest = useRef(queries)
  latest.current = queries
  const keys = queries.map(({ key }) => key).join()

  const fetchNow = useCallback((query: Query) => {
    const { key, load } = query
    if (loading.has(key)) return
    loading.add(key)
    lane.current?.add(async () => {
      const reconnectsBefore = reconnectCount()
      try {
        await fetchOnce(key, load)
        failures.delete(key)
        loading.delete(key)
        // The entry was marked stale while it was loading.
        if (getCached(key)?.at === 0) fetchNow(query)
        else redraw(undefined)
      } catch (cause) {
        loading.delete(key)
        if (failedBeforeReconnect(cause, reconnectsBefore)) return fetchNow(query)
        failures.set(key, cause)
        redraw(undefined)
      }
    })
  }, [])
  const retry = useCallback(() => {
    const failed = latest.current.filter(({ key }) => failures.delete(key))
    failed.forEach(fetchNow)
    redraw(undefined)
  }, [])

  useEffect(() => {
    lane.current = openLane(MAX_PARALLEL)
    const onChange = () => {
      redraw(undefined)
      for (const query of latest.current) {
        if (getCached(query.key)?.at === 0 && !failures.has(query.key)) fetchNow(query)
      }
    }
    const unsubscribe = onCacheChange(onChange)
    addEventListener('online', retry)
    return () => {
      lane.current?.close()
      unsubscribe()
      removeEventListener('online', retry)
    }
  }, [])
  // A response can add further queries, which join the others.
  useEffect(() => {
    for (const query of latest.current) {
      if (Date.now() - (getCached(query.key)?.at ?? 0) > query.freshMs) fetchNow(query)
    }
  }, [keys])

  return { failureOf: (key) => failures.get(key) ?? null, retry }
}
