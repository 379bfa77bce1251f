import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { locate, type NoPosition, type Position } from '../position/locate.ts'
import { onSession } from '../session/session.ts'

const LIMIT_MS = 10_000
const RECENT_MS = 60_000

let consented = false

/** Whether the user has said in this session that a redemption may carry their position. */
export const hasConsented = (): boolean => consented

/** A refused or forgotten question of the system never comes back in some webviews, so the limit is ours as well. */
export function useLocation(onFound: (position: Position) => void) {
  const [stage, setStage] = useState<'idle' | 'locating' | NoPosition>('idle')
  const found = useRef(onFound)
  found.current = onFound
  const isWanted = useRef(true)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  /** From a tap, or once one has allowed it. */
  const start = useCallback(async ({ isAnew = false } = {}) => {
    consented = true
    setStage('locating')
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setStage('too_slow'), LIMIT_MS)
    const result = await locate({ timeoutMs: LIMIT_MS, maximumAgeMs: isAnew ? 0 : RECENT_MS })
    clearTimeout(timer.current)
    if (!isWanted.current) return
    if (typeof result === 'string') return setStage(result)
    // Also when it comes late, as long as nobody has gone on without it.
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
  if (change === 'another-person') consented = false
})
