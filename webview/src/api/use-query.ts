import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { fetchOnce, getCached, isFresh, onCacheChange } from './cache.ts'
import { reconnectCount, useRetryOnReconnect } from './reconnect.ts'

export type QueryResult<T> = {
  /** The last known data, undefined until the first response. */
  data: T | undefined
  /** Why the last request failed. `data` may still hold an earlier response. */
  error: unknown
  retry(): void
}

/**
 * Returns cached data at once, and fetches again if it is old or marked stale. A null key fetches nothing.
 */
export function useQuery<T>(key: string | null, load: () => Promise<T>): QueryResult<T> {
  const [error, setError] = useState<{ key: string; cause: unknown; reconnectsBefore: number } | null>(null)
  const [, redraw] = useState(0)
  const loader = useRef(load)
  loader.current = load
  const entry = key === null ? undefined : getCached<T>(key)
  const rendered = useRef(entry)
  rendered.current = entry

  const fetchNow = useCallback(() => {
    if (key === null) return
    const reconnectsBefore = reconnectCount()
    fetchOnce(key, () => loader.current()).then(
      () => setError((last) => (last?.key === key ? null : last)),
      (cause) => setError({ key, cause, reconnectsBefore }),
    )
  }, [key])

  useEffect(() => {
    if (key === null) return
    const onChange = () => {
      redraw((count) => count + 1)
      if (getCached(key)?.at === 0) fetchNow()
    }
    if (!isFresh(key)) fetchNow()
    // The data may have arrived between the render and this effect.
    if (getCached(key) !== rendered.current) onChange()
    return onCacheChange(onChange)
  }, [key, fetchNow])

  const retry = useCallback(() => {
    setError(null)
    fetchNow()
  }, [fetchNow])
  const failed = error?.key === key ? error : null
  useRetryOnReconnect(failed, retry)
  return { data: entry?.data, error: failed?.cause ?? null, retry }
}
