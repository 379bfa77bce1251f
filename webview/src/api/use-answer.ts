import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { askOnce, cached, onCache } from './cache.ts'
import { countComebacks, useComeback } from './comeback.ts'

export type Answer<T> = {
  /** What is known, perhaps from before; undefined until the first answer. */
  data: T | undefined
  /** Why the last attempt failed. With `data`, what is shown is as last seen. */
  error: unknown
  retry(): void
}

const FRESH_MS = 30_000

/**
 * An answer by name: at once from what was seen before, asked for again when that is old or marked stale. Without a
 * name nothing is asked.
 */
export function useAnswer<T>(key: string | null, load: () => Promise<T>): Answer<T> {
  const [error, setError] = useState<{ key: string; cause: unknown; comebacksBefore: number } | null>(null)
  const [, redraw] = useState(0)
  const loader = useRef(load)
  loader.current = load
  const entry = key === null ? undefined : cached<T>(key)
  const drawn = useRef(entry)
  drawn.current = entry

  const ask = useCallback(() => {
    if (key === null) return
    const comebacksBefore = countComebacks()
    askOnce(key, () => loader.current()).then(
      () => setError((last) => (last?.key === key ? null : last)),
      (cause) => setError({ key, cause, comebacksBefore }),
    )
  }, [key])

  useEffect(() => {
    if (key === null) return
    const look = () => {
      redraw((count) => count + 1)
      if (cached(key)?.at === 0) ask()
    }
    if (Date.now() - (cached(key)?.at ?? 0) > FRESH_MS) ask()
    // It may have come since the drawing, when nobody listened yet.
    if (cached(key) !== drawn.current) look()
    return onCache(look)
  }, [key, ask])

  const retry = useCallback(() => {
    setError(null)
    ask()
  }, [ask])
  const failed = error?.key === key ? error : null
  useComeback(failed, retry)
  return { data: entry?.data, error: failed?.cause ?? null, retry }
}
