import { Anchor, Group } from '@mantine/core'
import { Copyable } from '../kit/copyable.tsx'
import { REQUEST_WORDS as words } from '../words/requests.ts'

/** The trace of a request to copy, and a link where the service knows the address of the traces. */
export function TraceFact({
  of: { traceId, traceUrl },
}: {
  of: { traceId: string | null; traceUrl: string | null }
}) {
  if (traceId === null) return words.notTraced
  return (
    <Group gap="sm">
      <Copyable name={words.traceId} value={traceId} />
      {traceUrl !== null && (
        <Anchor href={traceUrl} target="_blank" rel="noreferrer" size="sm">
          {words.openTrace}
        </Anchor>
      )}
    </Group>
  )
}
