import type { ChangeInWords } from '@counterfoil/contract/words/describe-facts.ts'
import { Code, Drawer, Stack, Text, Title } from '@mantine/core'
import { describeIn } from '../facts/describe.ts'
import { ActorName } from '../kit/actor-name.tsx'
import { type Column, DataTable } from '../list/data-table.tsx'
import { Moment } from '../time/moment.tsx'
import { useTimeZone } from '../time/time-zone.ts'
import { AUDIT_WORDS as words } from '../words/audit.ts'
import { type Entry, TargetLink } from './target-link.tsx'

/** One entry in full: every changed field in words, and the entry as it is stored. */
export function EntryDrawer({ entry, close }: { entry: Entry; close: () => void }) {
  const { at, actor, action, target, before, after } = entry
  const { summary, changes } = describeIn(useTimeZone())(entry)
  return (
    <Drawer opened position="right" size="lg" onClose={close} title={summary}>
      <Stack gap="md">
        <Text size="sm" className="wrap" component="div">
          <Moment at={at} /> · <ActorName of={actor} /> · <TargetLink entry={entry} />
        </Text>
        {changes.length > 0 && (
          <DataTable label={words.change} items={changes} columns={COLUMNS} keyOf={({ field }) => field} />
        )}
        <section aria-label={words.raw}>
          <Title order={3} size="h5" mb="xs">
            {words.raw}
          </Title>
          <Code block className="secret">
            {JSON.stringify({ id: entry.id, at, actor, action, target, before, after }, null, 2)}
          </Code>
        </section>
      </Stack>
    </Drawer>
  )
}

const COLUMNS: Column<ChangeInWords>[] = [
  { title: words.field, cell: ({ field }) => field },
  { title: words.before, cell: (change) => value(change, 'from') },
  { title: words.after, cell: (change) => value(change, 'to') },
]

function value(change: ChangeInWords, side: 'from' | 'to') {
  const isHidden = change.from === null && change.to === null
  return <span className="wrap">{isHidden ? words.notShown : (change[side] ?? '–')}</span>
}
