import { Code, Drawer, Stack, Text } from '@mantine/core'
import { Coded } from '../kit/coded.tsx'
import { type Column, DataTable } from '../list/data-table.tsx'
import { Moment } from '../time/moment.tsx'
import { AUDIT_WORDS as words } from '../words/audit.ts'
import { actionWords } from '../words/audit-actions.ts'
import { type Change, changesOf, type Entry } from './changes.ts'
import { TargetLink } from './target-link.tsx'

/** One entry in full: every field with its value before and after. */
export function EntryDrawer({ entry, close }: { entry: Entry; close: () => void }) {
  return (
    <Drawer
      opened
      position="right"
      size="lg"
      onClose={close}
      title={<Coded words={actionWords(entry.action)} code={entry.action} />}
    >
      <Stack gap="md">
        <Text size="sm" className="wrap">
          <Moment at={entry.at} /> · {entry.actor.name} · <TargetLink target={entry.target} />
        </Text>
        <DataTable
          label={words.change}
          items={changesOf(entry.before, entry.after)}
          columns={COLUMNS}
          keyOf={({ field }) => field}
        />
      </Stack>
    </Drawer>
  )
}

const COLUMNS: Column<Change>[] = [
  { title: words.field, cell: ({ field }) => field },
  { title: words.before, cell: ({ before }) => value(before) },
  { title: words.after, cell: ({ after }) => value(after) },
]

function value(text: string | null) {
  return text === null ? '–' : <Code className="wrap">{text}</Code>
}
