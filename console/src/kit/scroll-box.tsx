import type { ReactNode } from 'react'

/** A wide table scrolls sideways in it. It is no landmark: the panel around it often has the same name. */
export function ScrollBox({
  label,
  isBusy = false,
  children,
}: {
  label: string
  isBusy?: boolean
  children: ReactNode
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is no group of fields
    <div
      className="scroll"
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-busy={isBusy}
    >
      {children}
    </div>
  )
}
