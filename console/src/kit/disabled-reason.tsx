import { Tooltip } from '@mantine/core'
import type { ReactElement } from 'react'

/**
 * Says why a control cannot be used right now. Give the control `data-disabled` instead of `disabled`, so that it can
 * still be reached by pointer and keyboard.
 */
export function DisabledReason({ reason, children }: { reason: string | null; children: ReactElement }) {
  if (reason === null) return children
  return (
    <Tooltip label={reason} multiline maw={280} events={{ hover: true, focus: true, touch: true }}>
      {children}
    </Tooltip>
  )
}
