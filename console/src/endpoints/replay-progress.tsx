import { getReplay } from '@counterfoil/contract/admin/webhooks.ts'
import { Alert, Group, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ResponseBody } from '../api/call.ts'
import { apiQuery } from '../api/use-api-query.ts'
import { Moment } from '../time/moment.tsx'
import { ENDPOINT_WORDS as words } from '../words/endpoints.ts'

type Replay = ResponseBody<typeof getReplay>

const LOOK_AGAIN_MS = 1500

/** The latest replay. It runs in the service, so the person may leave this page and come back. */
export function ReplayProgress({ partnerId }: { partnerId: string }) {
  const replay = useQuery({
    ...apiQuery(getReplay, { params: { id: partnerId } }),
    refetchInterval: ({ state: { data } }) => (data && data.finishedAt === null ? LOOK_AGAIN_MS : false),
  })
  // 404: there never was a replay.
  if (!replay.data) return null
  return <Shown replay={replay.data} />
}

function Shown({ replay }: { replay: Replay }) {
  const { total, delivered, failed, pending, createdAt, finishedAt, error } = replay
  const share = (count: number) => (total === 0 ? 0 : (100 * count) / total)
  const state = error !== null ? words.stopped : finishedAt === null ? words.running : words.finished
  return (
    <Stack gap={6} role="group" aria-label={words.lastReplay}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={500}>
          {words.lastReplay}: {state}
        </Text>
        <Text size="xs" c="dimmed">
          {words.startedAt} <Moment at={createdAt} />
        </Text>
      </Group>
      <Progress.Root size="md">
        <Progress.Section value={share(delivered)} color="teal" aria-label={words.lastReplay} />
        <Progress.Section value={share(failed)} color="red" aria-label={words.failed(failed)} />
      </Progress.Root>
      <Text size="sm" role="status">
        {[
          words.progress(delivered, total),
          ...(failed > 0 ? [words.failed(failed)] : []),
          ...(pending > 0 ? [words.pending(pending)] : []),
        ].join(' · ')}
      </Text>
      {error !== null && <Alert color="red">{error}</Alert>}
    </Stack>
  )
}
