import { listAudit } from '@counterfoil/contract/admin-audit.ts'
import { Code, Group, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { Answered } from '../api/call.ts'
import { useAnswer } from '../api/use-answer.ts'
import { TwoLines } from '../kit/two-lines.tsx'
import type { Column } from '../list/data-table.tsx'
import { FilterField } from '../list/filter-field.tsx'
import { PageHeading } from '../list/page-heading.tsx'
import { PagedTable } from '../list/paged-table.tsx'
import { queryOf } from '../routing/search.ts'
import { Moment } from '../time/moment.tsx'
import { ACTOR_WORDS, AUDIT_WORDS as words } from '../words/audit.ts'
import { type Change, changesOf } from './changes.ts'

type Entry = Answered<typeof listAudit>['items'][number]

const route = getRouteApi('/audit')

const COLUMNS: Column<Entry>[] = [
  { title: words.when, nowrap: true, cell: ({ at }) => <Moment at={at} /> },
  { title: words.who, cell: ({ actor }) => <TwoLines main={actor.name} below={ACTOR_WORDS[actor.kind]} /> },
  { title: words.what, cell: ({ action, target }) => <TwoLines main={action} below={target} /> },
  { title: words.change, cell: (entry) => <Changes entry={entry} /> },
]

export function AuditList() {
  const page = useAnswer(listAudit, { query: queryOf(listAudit, route.useSearch()) })
  return (
    <>
      <PageHeading title={words.title} />
      <Group gap="xs" mb="md">
        <FilterField name="actor" label={words.actor} />
        <FilterField name="action" label={words.action} />
        <FilterField name="target" label={words.target} />
      </Group>
      <PagedTable label={words.title} page={page} columns={COLUMNS} empty={words.none} />
    </>
  )
}

const AT_A_GLANCE = 3

function Changes({ entry: { before, after } }: { entry: Entry }) {
  const changes = changesOf(before, after)
  const more = changes.slice(AT_A_GLANCE)
  return (
    <Text size="xs" component="div" className="changes">
      {changes.slice(0, AT_A_GLANCE).map(drawChange)}
      {more.length > 0 && (
        <details>
          <summary>{words.more(more.length)}</summary>
          {more.map(drawChange)}
        </details>
      )}
    </Text>
  )
}

function drawChange({ field, before, after }: Change) {
  return (
    <div key={field}>
      {field}: {before !== null && <Code>{before}</Code>}
      {before !== null && after !== null && ' → '}
      {after !== null && <Code>{after}</Code>}
    </div>
  )
}
