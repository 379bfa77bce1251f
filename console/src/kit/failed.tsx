import { Alert, Button, Stack, Text } from '@mantine/core'
import { ApiError } from '../api/api-error.ts'
import { explainWithoutId } from '../api/explain.ts'
import { KIT_WORDS as words } from '../words/kit.ts'
import { Copyable } from './copyable.tsx'
import { Empty } from './empty.tsx'

/** A part of a screen that could not be loaded: why, a retry, and the request id for the person who reads the log. */
export function Failed({ error, retry }: { error: unknown; retry: () => void }) {
  const requestId = error instanceof ApiError ? error.requestId : null
  // Trying again would not help.
  if (error instanceof ApiError && error.code === 'not_found') return <Empty>{explainWithoutId(error)}</Empty>
  return (
    <Alert color="red" role="alert" title={words.failedTitle}>
      <Stack align="flex-start" gap="sm">
        {explainWithoutId(error)}
        {requestId !== null && (
          <Text size="xs" component="div">
            {words.requestId}: <Copyable name={words.requestId} value={requestId} />
          </Text>
        )}
        <Button size="xs" variant="default" onClick={retry}>
          {words.retry}
        </Button>
      </Stack>
    </Alert>
  )
}
