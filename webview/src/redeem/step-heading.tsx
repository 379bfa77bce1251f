import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useTapGuard } from '../routing/tap-guard.ts'

/** The heading of a step. It takes the focus when the step opens, so that screen readers announce it. */
export function StepHeading({ children }: { children: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useTapGuard()
  useLayoutEffect(() => {
    heading.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [])
  return (
    <h2 class="step-heading" ref={heading} tabIndex={-1}>
      {children}
    </h2>
  )
}
