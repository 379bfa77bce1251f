import { Button, Checkbox, Group, Paper, Text } from '@mantine/core'
import { useState } from 'react'
import type { Selection } from '../list/selection.ts'
import { useCan } from '../session/use-session.ts'
import { BULK_WORDS as words } from '../words/bulk.ts'
import { CHOICES, type Choice } from './bulk-actions.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import type { BulkTarget } from './bulk-target.ts'

type Count = { value: number; isExact: boolean }

/** What can be done with the selected rows, or with all that the filters match. */
export function BulkBar({
  target,
  selection,
  count,
  hasMore,
}: {
  target: BulkTarget
  selection: Selection
  count: Count | undefined
  /** The list has further pages. */
  hasMore: boolean
}) {
  const can = useCan()
  const [isAll, setAll] = useState(false)
  const [choice, setChoice] = useState<Choice | null>(null)
  const choices = CHOICES[target.list].filter(({ needs }) => can(needs))
  if (choices.length === 0) return null
  return (
    <Paper withBorder p="xs" className="bulk-bar" component="section" aria-label={words.actions}>
      <Group gap="xs">
        <Text size="sm" fw={500} role="status">
          {isAll && count
            ? words.allMatching(count.value, count.isExact)
            : words.selected(selection.ids.length)}
        </Text>
        {choices.map((one) => (
          <Button
            key={one.verb}
            size="xs"
            variant={one.isDangerous ? 'light' : 'default'}
            {...(one.isDangerous && { color: 'red' })}
            onClick={() => setChoice(one)}
          >
            {one.verb}
          </Button>
        ))}
        <Button size="xs" variant="subtle" onClick={() => selection.set([])}>
          {words.clear}
        </Button>
        {hasMore && count && (
          <Checkbox
            size="xs"
            label={words.allMatching(count.value, count.isExact)}
            checked={isAll}
            onChange={({ currentTarget }) => setAll(currentTarget.checked)}
          />
        )}
      </Group>
      {choice && (
        <BulkDialog
          choice={choice}
          records={isAll ? { filter: filterOf(target) } : { ids: selection.ids }}
          close={() => setChoice(null)}
        />
      )}
    </Paper>
  )
}

/** The filters of the list, without its order and its page. */
function filterOf({ filter }: BulkTarget): Record<string, unknown> {
  const { sort: _sort, cursor: _cursor, ...rest } = filter
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
}
