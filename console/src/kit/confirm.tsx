import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { explain } from '../api/explain.ts'
import { KIT_WORDS as words } from '../words/kit.ts'
import { Problem } from './problem.tsx'

/**
 * Asks before something that cannot be undone. `consequence` says what happens, in numbers where there are any. An error
 * stays in the dialog, so that nothing is lost.
 */
export function Confirm({
  title,
  consequence,
  action,
  isDangerous = false,
  isBlocked = false,
  staysOpen = false,
  confirm,
  close,
}: {
  title: string
  consequence: ReactNode
  action: string
  isDangerous?: boolean
  isBlocked?: boolean
  /** The caller replaces the dialog itself after a success. */
  staysOpen?: boolean
  confirm: () => Promise<unknown>
  close: () => void
}) {
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    setError(null)
    try {
      await confirm()
      if (!staysOpen) close()
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={close} title={title}>
      <Stack gap="md">
        <Text size="sm" component="div">
          {consequence}
        </Text>
        <Problem text={error === null ? null : explain(error)} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close} data-autofocus>
            {words.cancel}
          </Button>
          <Button
            color={isDangerous ? 'red.9' : 'indigo'}
            loading={isBusy}
            disabled={isBlocked}
            onClick={() => void run()}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
