import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { DisabledReason } from './disabled-reason.tsx'

/** A button that says why it cannot be used right now. Null: it can. */
export function ReasonButton({
  reason,
  onClick,
  children,
  ...props
}: Omit<ButtonProps, 'vars'> & { reason: string | null; onClick: () => void; children: ReactNode }) {
  if (reason === null) {
    return (
      <Button {...props} onClick={onClick}>
        {children}
      </Button>
    )
  }
  return (
    <DisabledReason reason={reason}>
      <Button {...props} data-disabled aria-disabled="true">
        {children}
      </Button>
    </DisabledReason>
  )
}
