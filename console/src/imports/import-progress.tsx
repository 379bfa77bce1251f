import { Progress, Stack, Text } from '@mantine/core'
import { Moment } from '../time/moment.tsx'
import { IMPORT_WORDS as words } from '../words/imports.ts'

/** The fields that all imports have. */
type Import = { fileName: string; startedBy: string; createdAt: string; done: number; total: number }

export function ImportOrigin({ of: { fileName, startedBy, createdAt } }: { of: Import }) {
  return (
    <Text size="sm" c="dimmed" className="wrap">
      {words.startedBy(fileName, startedBy)} <Moment at={createdAt} />
    </Text>
  )
}

export function ImportProgress({ of: { done, total }, label }: { of: Import; label: string }) {
  return (
    <Stack gap={6} role="status">
      <Progress value={total === 0 ? 0 : (100 * done) / total} aria-label={label} />
      <Text size="sm">
        {words.progress(done, total)} {words.canLeave}
      </Text>
    </Stack>
  )
}
