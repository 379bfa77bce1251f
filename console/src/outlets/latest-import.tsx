import { getOutletImport } from '@counterfoil/contract/admin-outlet-import.ts'
import { Alert, Group, Progress, Stack, Text } from '@mantine/core'
import { useAnswer } from '../api/use-answer.ts'
import { Loaded } from '../kit/loaded.tsx'
import { Moment } from '../time/moment.tsx'
import { OUTLET_IMPORT_WORDS as words } from '../words/outlet-import.ts'
import { ImportPreview } from './import-preview.tsx'
import type { OutletImport } from './use-latest-import.ts'
import { WrongRowsButton } from './wrong-rows-button.tsx'

/** The progress or the result of an import, with each of its rows. */
export function LatestImport({ latest }: { latest: OutletImport }) {
  const detail = useAnswer(getOutletImport, { params: { id: latest.id } })
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {words.startedBy(latest.fileName, latest.startedBy)} <Moment at={latest.createdAt} />
      </Text>
      {latest.state === 'RUNNING' ? <Running latest={latest} /> : <Result latest={latest} />}
      <Loaded of={detail}>
        {({ rows }) => (
          <>
            <Group gap="xs">
              <WrongRowsButton rows={rows} />
            </Group>
            <ImportPreview rows={rows} />
          </>
        )}
      </Loaded>
    </Stack>
  )
}

export function Running({ latest: { done, total } }: { latest: OutletImport }) {
  return (
    <Stack gap={6} role="status">
      <Progress value={total === 0 ? 0 : (100 * done) / total} aria-label={words.title} />
      <Text size="sm">
        {words.progress(done, total)} {words.canLeave}
      </Text>
    </Stack>
  )
}

function Result({ latest: { written, wrong, error } }: { latest: OutletImport }) {
  const color = error !== null ? 'red' : wrong === 0 ? 'teal' : 'orange'
  return (
    <Alert color={color} variant="light" role={error === null ? 'status' : 'alert'}>
      {error} {words.finished(written, wrong)}
    </Alert>
  )
}
