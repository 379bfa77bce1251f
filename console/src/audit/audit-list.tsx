import { Code, Group, Spoiler, Text } from '@mantine/core'
import type { Answered } from '../api/routes.ts'
import { useAnswer } from '../api/use-answer.ts'
import { FilterField } from '../list/filter-field.tsx'
import { ListHeading } from '../list/list-heading.tsx'
import { useListState } from '../list/list-state.ts'
import { type Column, PagedTable } from '../list/paged-table.tsx'
import { Moment } from '../moment.tsx'
import { TwoLines } from '../two-lines.tsx'
import { changesOf } from './changes.ts'

type Entry = Answered<'listAudit'>['items'][number]

const FILTERS = ['actor', 'action', 'target'] as const
const ACTORS: Record<Entry['actor']['kind'], string> = {
  key: 'API key',
  staff: 'Staff',
  cli: 'Command line',
  system: 'System',
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

function Changes({ entry: { before, after } }: { entry: Entry }) {
  return (
    <Spoiler maxHeight={66} showLabel="Show all" hideLabel="Show less">
      {changesOf(before, after).map((change) => (
        <Text key={change.field} size="xs" className="change">
          {change.field}: {change.before !== null && <Code>{change.before}</Code>}
          {change.before !== null && change.after !== null && ' → '}
          {change.after !== null && <Code>{change.after}</Code>}
        </Text>
      ))}
    </Spoiler>
  )
}
