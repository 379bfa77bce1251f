import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** The heading of a step within the screen: it takes the focus when the step comes, so that a reader hears of it. */
export function StepHeading({ children }: { children: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null)
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
