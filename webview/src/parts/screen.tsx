import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { words } from '../language/words.ts'
import { back, here, leftAt } from '../routing/navigation.ts'
import { BackIcon } from './icons.tsx'

let isFirst = true

/**
 * A screen below the first: bar with the way back, heading, content. It takes the focus when it comes, and puts the
 * user back to where they were when it comes again.
 */
export function Screen({
  title,
  action,
  children,
}: {
  title: string
  /** At the end of the bar. */
  action?: ComponentChildren
  children: ComponentChildren
}) {
  const heading = useArrival()
  return (
    <>
      <header class="bar">
        <button type="button" class="icon-button" aria-label={words.back} onClick={back}>
          <BackIcon />
        </button>
        <h1 ref={heading} tabIndex={-1}>
          <bdi>{title}</bdi>
        </h1>
        {action}
      </header>
      <main>{children}</main>
    </>
  )
}

/** For the heading of a screen: focus and position, as it comes and as it comes again. */
export function useArrival() {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    const left = leftAt(here().key)
    window.scrollTo(0, left?.scrollY ?? 0)
    // Whoever opens the app hears it from the top.
    if (!isFirst) {
      const before = left?.focusId ? document.getElementById(left.focusId) : null
      ;(before ?? heading.current)?.focus({ preventScroll: true })
    }
    isFirst = false
  }, [])
  return heading
}
