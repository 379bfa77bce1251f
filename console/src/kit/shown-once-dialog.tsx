import { Button, Group, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { KIT_WORDS as words } from '../words/kit.ts'
import { Dialog } from './dialog.tsx'

/**
 * For a secret that no later response contains. Until the person has copied it, only the button that says so closes the
 * dialog. `actions` get `keep`, to be called when a copy was made.
 */
export function ShownOnceDialog({
  title,
  isMany = false,
  actions,
  close,
  children,
}: {
  title: string
  isMany?: boolean
  actions: (keep: () => void) => ReactNode
  close: () => void
  children: ReactNode
}) {
  const [isKept, setKept] = useState(false)
  return (
    <Dialog
      size="lg"
      title={title}
      onClose={close}
      withCloseButton={isKept}
      closeOnEscape={isKept}
      closeOnClickOutside={false}
    >
      <Stack gap="md">
        {children}
        <Group justify="space-between" gap="xs">
          <Group gap="xs">{actions(() => setKept(true))}</Group>
          <Button onClick={close}>{isMany ? words.storedMany : words.stored}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

/** Keeps the secret by printing or downloading it. */
export function KeepButton({ label, act, keep }: { label: string; act: () => void; keep: () => void }) {
  const run = () => {
    act()
    keep()
  }
  return (
    <Button variant="default" onClick={run}>
      {label}
    </Button>
  )
}
