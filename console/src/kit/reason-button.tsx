import { Button, type ButtonProps, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'

/**
 * A button that says why it cannot be used right now. Null: it can. It is never `disabled`, so that pointer and keyboard
 * reach its reason.
 */
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
    <Tooltip label={reason} multiline maw={280} events={{ hover: true, focus: true, touch: true }}>
      <Button {...props} data-disabled aria-disabled="true">
        {children}
      </Button>
    </Tooltip>
  )
}
