import { Alert, Button, Stack, Text } from '@mantine/core'
import { ApiError } from '../api/api-error.ts'
import { explain } from '../api/explain.ts'
import { KIT_WORDS as words } from '../words/kit.ts'

/** A part of a screen that could not be loaded: why, a retry, and the request id for the person who reads the log. */
export function Failed({ error, retry }: { error: unknown; retry: () => void }) {
  const requestId = error instanceof ApiError ? error.requestId : null
  return (
    <Alert color="red" variant="light" role="alert" title={words.failedTitle}>
      <Stack align="flex-start" gap="sm">
        {explain(error)}
        {requestId !== null && <Text size="xs">{words.requestId(requestId)}</Text>}
        <Button size="xs" variant="default" onClick={retry}>
          {words.retry}
        </Button>
      </Stack>
    </Alert>
  )
}
