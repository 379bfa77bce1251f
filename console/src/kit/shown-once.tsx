import { Code, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { KIT_WORDS as words } from '../words/kit.ts'
import { CopyButton } from './copy-button.tsx'
import { ShownOnceDialog } from './shown-once-dialog.tsx'

/** A secret, key or link that no later response contains. */
export function ShownOnce({
  title,
  text,
  value,
  close,
}: {
  title: string
  text: ReactNode
  value: string
  close: () => void
}) {
  return (
    <ShownOnceDialog
      title={title}
      close={close}
      actions={(keep) => <CopyButton value={value} copied={keep} />}
    >
      <Text size="sm" component="div">
        {text} {words.shownOnce}
      </Text>
      <Code block className="secret" data-testid="shown-once">
        {value}
      </Code>
    </ShownOnceDialog>
  )
}
