import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** What comes of a code, in a color that staff see from a distance. It takes the focus, so that screen readers announce it. */
export function Verdict({ isGood, children }: { isGood: boolean; children: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [])
  return (
    <h2 class={isGood ? 'verdict good' : 'verdict bad'} ref={heading} tabIndex={-1}>
      {isGood ? '✓' : '✕'} {children}
    </h2>
  )
}
