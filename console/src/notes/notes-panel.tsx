import { addNote, listNotes, removeNote } from '@counterfoil/contract/admin/notes.ts'
import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type ResponseBody } from '../api/call.ts'
import { checkFields } from '../form/check-field.ts'
import { ActorName } from '../kit/actor-name.tsx'
import { AskButton } from '../kit/confirm.tsx'
import { Failed } from '../kit/failed.tsx'
import { Loading } from '../kit/loading.tsx'
import { Panel } from '../kit/panel.tsx'
import { useAction } from '../kit/use-action.ts'
import { useCan, useIsOperator } from '../session/use-session.ts'
import { Moment } from '../time/moment.tsx'
import { NOTE_WORDS as words } from '../words/notes.ts'

type Note = ResponseBody<typeof listNotes>['items'][number]

const PAGE_SIZE = 20

/** What staff wrote about a record, newest first, and a field for more. */
export function NotesPanel({ target }: { target: string }) {
  const can = useCan()
  const isOperator = useIsOperator()
  // What the operator knows about customers is not for merchants.
  if (!can(listNotes) || (!isOperator && !target.startsWith('merchant:'))) return null
  return (
    <Panel title={words.title}>
      <Text size="sm" c="dimmed">
        {isOperator ? words.forOperator : words.forMerchant}
      </Text>
      {can(addNote) && <NewNote target={target} />}
      <Notes target={target} />
    </Panel>
  )
}

function NewNote({ target }: { target: string }) {
  const [text, setText] = useState('')
  const body = { target, text: text.trim() }
  const problem = checkFields(addNote.body, body).text
  const add = useAction(() => call(addNote, { body }), { done: () => words.added, after: () => setText('') })
  const submit = () => {
    if (problem === undefined && !add.isPending) add.mutate(undefined)
  }
  return (
    <Stack gap="xs" maw={560} align="flex-start">
      <Textarea
        label={words.text}
        w="100%"
        autosize
        minRows={2}
        value={text}
        error={text.trim() === '' ? null : problem}
        onChange={({ currentTarget: { value } }) => setText(value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
        }}
      />
      <Button size="xs" disabled={problem !== undefined} loading={add.isPending} onClick={submit}>
        {words.add}
      </Button>
    </Stack>
  )
}

function Notes({ target }: { target: string }) {
  const notes = useInfiniteQuery({
    queryKey: [listNotes.id, target],
    queryFn: ({ pageParam: cursor }) =>
      call(listNotes, { query: { target, limit: PAGE_SIZE, ...(cursor !== null && { cursor }) } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  if (notes.isError && !notes.data) return <Failed error={notes.error} retry={() => void notes.refetch()} />
  if (!notes.data) return <Loading rows={2} />
  const items = notes.data.pages.flatMap((page) => page.items)
  if (items.length === 0) return <Text size="sm">{words.none}</Text>
  return (
    <Stack gap="md" align="flex-start">
      <ol className="history" aria-label={words.title}>
        {items.map((note) => (
          <li key={note.id}>
            <OneNote note={note} />
          </li>
        ))}
      </ol>
      {notes.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          loading={notes.isFetchingNextPage}
          onClick={() => void notes.fetchNextPage()}
        >
          {words.more}
        </Button>
      )}
    </Stack>
  )
}

function OneNote({ note: { id, text, author, createdAt, mayRemove } }: { note: Note }) {
  return (
    <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
      <div className="heading">
        <Text size="sm" className="wrap" style={{ whiteSpace: 'pre-wrap' }}>
          {text}
        </Text>
        <Text size="xs" c="dimmed" component="div">
          <ActorName of={author} /> · <Moment at={createdAt} />
        </Text>
      </div>
      {mayRemove && (
        <AskButton
          title={words.removeTitle}
          consequence={words.removeConsequence}
          action={words.remove}
          isDangerous
          confirm={() => call(removeNote, { params: { id } })}
          done={() => words.removed}
        />
      )}
    </Group>
  )
}
