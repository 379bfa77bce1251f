import { Button, Code, CopyButton, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { KIT_WORDS as words } from '../words/kit.ts'

/** A secret, key or link that no later answer contains. */
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
    <Modal
      opened
      centered
      size="lg"
      onClose={close}
      title={title}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <Stack gap="md">
        <Text size="sm" component="div">
          {text} {words.shownOnce}
        </Text>
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <Code block className="secret" data-testid="shown-once">
            {value}
          </Code>
          <CopyButton value={value}>
            {({ copied, copy }) => (
              <Button variant={copied ? 'light' : 'filled'} onClick={copy}>
                {copied ? words.copied : words.copy}
              </Button>
            )}
          </CopyButton>
        </Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {words.close}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
