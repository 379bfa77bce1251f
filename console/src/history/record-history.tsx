import { listHistory } from '@counterfoil/contract/admin/history.ts'
import { Button, Drawer, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call, type ResponseBody } from '../api/call.ts'
import { describeIn } from '../facts/describe.ts'
import { ActorName } from '../kit/actor-name.tsx'
import { Empty } from '../kit/empty.tsx'
import { Failed } from '../kit/failed.tsx'
import { Loading } from '../kit/loading.tsx'
import { Panel } from '../kit/panel.tsx'
import { Moment } from '../time/moment.tsx'
import { useTimeZone } from '../time/time-zone.ts'
import { ACTOR_WORDS } from '../words/audit.ts'
import { HISTORY_WORDS as words } from '../words/history.ts'
import { ChangeList } from './change-list.tsx'

type Entry = ResponseBody<typeof listHistory>['items'][number]

const PAGE_SIZE = 20

/** Who changed a record, when, and from what to what; newest first. */
export function RecordHistory({ target }: { target: string }) {
  const history = useInfiniteQuery({
    queryKey: [listHistory.id, target],
    queryFn: ({ pageParam: cursor }) =>
      call(listHistory, { query: { target, limit: PAGE_SIZE, ...(cursor !== null && { cursor }) } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  if (history.isError && !history.data)
    return <Failed error={history.error} retry={() => void history.refetch()} />
  if (!history.data) return <Loading rows={4} />
  const entries = history.data.pages.flatMap(({ items }) => items)
  if (entries.length === 0) return <Empty>{words.none}</Empty>
  return (
    <Stack gap="md" align="flex-start">
      <ol className="history" aria-label={words.title}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <EntryInWords entry={entry} />
          </li>
        ))}
      </ol>
      {history.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          loading={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          {words.more}
        </Button>
      )}
    </Stack>
  )
}

function EntryInWords({ entry }: { entry: Entry }) {
  const { at, actor } = entry
  const { summary, changes } = describeIn(useTimeZone())(entry)
  return (
    <>
      <Text size="sm" fw={500} className="wrap">
        {summary}
      </Text>
      <Text size="xs" c="dimmed" component="div" className="wrap">
        <ActorName of={actor} /> ({ACTOR_WORDS[actor.kind]}) · <Moment at={at} />
      </Text>
      <ChangeList summary={summary} changes={changes} />
    </>
  )
}

export function HistoryPanel({ target }: { target: string }) {
  return (
    <Panel title={words.title}>
      <RecordHistory target={target} />
    </Panel>
  )
}

/** The history of a record that has no screen of its own. */
export function HistoryDrawer({ target, name, close }: { target: string; name: string; close: () => void }) {
  return (
    <Drawer opened position="right" size="lg" onClose={close} title={words.of(name)}>
      <RecordHistory target={target} />
    </Drawer>
  )
}
