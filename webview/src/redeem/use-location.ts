import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { locate, type NoPosition, type Position } from '../position/locate.ts'
import { onSession } from '../session/session.ts'

const LIMIT_MS = 10_000
const RECENT_MS = 60_000

let consented = false

/** Whether the user has agreed in this session to share their position with a redemption. */
export const hasConsented = (): boolean => consented

/** Has its own timeout, since some webviews never answer after an ignored permission dialog. */
export function useLocation(onFound: (position: Position) => void) {
  const [stage, setStage] = useState<'idle' | 'locating' | NoPosition>('idle')
  const found = useRef(onFound)
  found.current = onFound
  const isWanted = useRef(true)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  /** Call it after a tap, or once the user has agreed. */
  const start = useCallback(async ({ mustBeFresh = false } = {}) => {
    consented = true
    setStage('locating')
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setStage('too_slow'), LIMIT_MS)
    const result = await locate({ timeoutMs: LIMIT_MS, maximumAgeMs: mustBeFresh ? 0 : RECENT_MS })
    clearTimeout(timer.current)
    if (!isWanted.current) return
    if (typeof result === 'string') return setStage(result)
    // A late position is welcome too, unless the user has continued without it.
    setStage('idle')
    found.current(result)
  }, [])

  useEffect(() => {
    isWanted.current = true
    return () => {
      isWanted.current = false
      clearTimeout(timer.current)
    }
  }, [])
  return { stage, start }
}

onSession((change) => {
  if (change === 'another-user') consented = false
})
