import { useEffect, useState } from 'preact/hooks'
import { getCached, onCacheChange } from './cache.ts'

/** What another request brings along. It is never requested here. */
export function useCached<T>(key: string): T | undefined {
  const read = () => getCached<T>(key)?.data
  const [, show] = useState(read)
  useEffect(() => {
    show(read)
    return onCacheChange(() => show(read))
  }, [key])
  return read()
}
