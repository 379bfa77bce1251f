import { Code, Group, Text } from '@mantine/core'
import type { Answered } from '../api/routes.ts'
import { useAnswer } from '../api/use-answer.ts'
import { FilterField } from '../list/filter-field.tsx'
import { ListHeading } from '../list/list-heading.tsx'
import { useListState } from '../list/list-state.ts'
import { type Column, PagedTable } from '../list/paged-table.tsx'
import { Moment } from '../moment.tsx'
import { TwoLines } from '../two-lines.tsx'
import { type Change, changesOf } from './changes.ts'

type Entry = Answered<'listAudit'>['items'][number]

const FILTERS = ['actor', 'action', 'target'] as const
const ACTORS: Record<Entry['actor']['kind'], string> = {
  key: 'API key',
  staff: 'Staff',
  cli: 'Command line',
  system: 'System',
  partner: 'Partner',
}

const COLUMNS: Column<Entry>[] = [
  { title: 'When', nowrap: true, cell: ({ at }) => <Moment at={at} /> },
  { title: 'Who', cell: ({ actor }) => <TwoLines main={actor.name} below={ACTORS[actor.kind]} /> },
  { title: 'What', cell: ({ action, target }) => <TwoLines main={action} below={target} /> },
  { title: 'Change', cell: (entry) => <Changes entry={entry} /> },
]

export function AuditList() {
  const state = useListState(FILTERS)
  const page = useAnswer('listAudit', { query: state.query })
  return (
    <>
      <ListHeading title="Audit">
        <Group gap="xs">
          <FilterField state={state} name="actor" label="Who" placeholder="Who: a name or id" />
          <FilterField
            state={state}
            name="action"
            label="What"
            placeholder="What: partner. or voucher.publish"
          />
          <FilterField state={state} name="target" label="On what" placeholder="On what: voucher:0199…" />
        </Group>
      </ListHeading>
      <PagedTable
        label="Audit"
        page={page}
        state={state}
        columns={COLUMNS}
        empty="Nothing has been changed yet."
      />
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
          <summary>{more.length} more</summary>
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
