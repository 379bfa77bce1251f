import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import { KIT_WORDS as words } from '../words/kit.ts'

/** Shows fields that the role cannot change, and says so. */
export function ReadOnly({ reason = words.readOnly, children }: { reason?: string; children: ReactNode }) {
  return (
    <fieldset disabled className="plain">
      <Alert mb="md">{reason}</Alert>
      {children}
    </fieldset>
  )
}
