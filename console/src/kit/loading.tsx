import { Skeleton, Stack } from '@mantine/core'
import { KIT_WORDS as words } from '../words/kit.ts'

export function Loading({ rows = 6 }: { rows?: number }) {
  return (
    <Stack gap="sm" role="status" aria-label={words.loading}>
      {Array.from({ length: rows }, (_, row) => `row ${row}`).map((key) => (
        <Skeleton key={key} height={36} />
      ))}
    </Stack>
  )
}
