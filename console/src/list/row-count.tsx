import { Text } from '@mantine/core'
import { KIT_WORDS as words } from '../words/kit.ts'

/** How many rows match the filters, on all pages together. */
export function RowCount({ count: { value, isExact } }: { count: { value: number; isExact: boolean } }) {
  return (
    <Text size="sm" c="dimmed">
      {isExact ? words.rows(value) : words.moreRows(value)}
    </Text>
  )
}
