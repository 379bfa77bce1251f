import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** Only `good` has the check mark and is green: what can be redeemed must not look like what was redeemed. */
type Tone = 'open' | 'good' | 'bad'
const SIGNS: Record<Tone, string> = { open: '', good: '✓ ', bad: '✕ ' }

/** What comes of a code, in a color that staff see from a distance. It takes the focus, so that screen readers announce it. */
export function Verdict({ tone, children }: { tone: Tone; children: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [])
  return (
    <h2 class={`verdict ${tone}`} ref={heading} tabIndex={-1}>
      {SIGNS[tone]}
      {children}
    </h2>
  )
}
