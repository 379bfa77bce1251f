import { useEffect, useState } from 'preact/hooks'
import { currentPlace, savedPosition } from '../routing/navigation.ts'

/** These fill the view of a phone. */
const FIRST_ROWS = 8
/** Few enough for a slow phone to react to a tap in between. */
const MORE_ROWS = 12

/**
 * The rest of a long wallet follows in short steps, so that a slow phone shows the first rows soon and reacts to a tap between
 * the steps. A user who returns to the wallet finds all rows at once, since the scroll position may be far down.
 */
export function useRowLimit(rowCount: number): number {
  const [limit, setLimit] = useState(() =>
    savedPosition(currentPlace().key) === undefined ? FIRST_ROWS : Number.POSITIVE_INFINITY,
  )
  useEffect(() => {
    if (limit >= rowCount) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setLimit(limit + MORE_ROWS))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [rowCount, limit])
  return limit
}
