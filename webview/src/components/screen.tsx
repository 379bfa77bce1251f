import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { words } from '../language/words.ts'
import { back, currentPlace, savedPosition } from '../routing/navigation.ts'
import { useTapGuard } from '../routing/tap-guard.ts'
import { BackIcon } from './icons.tsx'

let isFirst = true

/**
 * A screen below the first one: a bar with back button and heading, then the content. It takes the focus when it opens,
 * and restores scroll position and focus when the user returns.
 */
export function Screen({
  title,
  action,
  children,
}: {
  title: string
  /** Shown at the end of the bar. */
  action?: ComponentChildren
  children: ComponentChildren
}) {
  const heading = useScreenFocus()
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
