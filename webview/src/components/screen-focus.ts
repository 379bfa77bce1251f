import { useLayoutEffect, useRef } from 'preact/hooks'
import { currentPlace, savedPosition } from '../routing/navigation.ts'
import { useTapGuard } from '../routing/tap-guard.ts'

let isFirst = true

/** Returns a ref for the screen's heading. Sets focus and scroll position when the screen opens or the user returns. */
export function useScreenFocus() {
  const heading = useRef<HTMLHeadingElement>(null)
  useTapGuard()
  useLayoutEffect(() => {
    const left = savedPosition(currentPlace().key)
    window.scrollTo(0, left?.scrollY ?? 0)
    // On the first screen a screen reader starts at the top of the page.
    if (!isFirst) {
      const before = left?.focusId ? document.getElementById(left.focusId) : null
      ;(before ?? heading.current)?.focus({ preventScroll: true })
    }
    isFirst = false
  }, [])
  return heading
}
