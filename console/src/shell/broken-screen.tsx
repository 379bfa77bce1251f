import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { KIT_WORDS as words } from '../words/kit.ts'

/** Shown instead of a screen that failed to render or to load. The menu around it still works. */
export function BrokenScreen({ error, reset }: ErrorComponentProps) {
  return (
    <Alert color="red" role="alert" title={words.brokenTitle}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{words.brokenText}</Text>
        <Text size="xs" c="dimmed">
          {error instanceof Error ? error.message : String(error)}
        </Text>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={reset}>
            {words.retry}
          </Button>
          <Button size="xs" variant="default" onClick={() => window.location.reload()}>
            {words.reload}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
