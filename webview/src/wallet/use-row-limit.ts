import { useEffect, useState } from 'preact/hooks'
import { currentPlace, savedPosition } from '../routing/navigation.ts'

/** How many rows are shown in each step. Those of the first step fill the view of a phone. */
const STEPS = [8, 40, 100, Number.POSITIVE_INFINITY]
const LAST_STEP = STEPS.length - 1

/**
 * The rest of a long wallet follows in short steps, so that a slow phone shows the first rows soon and reacts to a tap between
 * the steps. A user who returns to the wallet finds all rows at once, since the scroll position may be far down.
 */
export function useRowLimit(hasRows: boolean): number {
  const [step, setStep] = useState(() => (savedPosition(currentPlace().key) === undefined ? 0 : LAST_STEP))
  useEffect(() => {
    if (!hasRows || step === LAST_STEP) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setStep(step + 1))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [hasRows, step])
  return STEPS[step] as number
}
