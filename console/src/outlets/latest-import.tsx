import { getOutletImport, type listOutletImports } from '@counterfoil/contract/admin/outlet-import.ts'
import { Alert, Group, Stack } from '@mantine/core'
import { useApiQuery } from '../api/use-api-query.ts'
import { ImportOrigin, ImportProgress } from '../imports/import-progress.tsx'
import type { ImportOf } from '../imports/use-latest-import.ts'
import { AnchorLink } from '../kit/links.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { APPROVAL_WORDS } from '../words/approvals.ts'
import { OUTLET_IMPORT_WORDS as words } from '../words/outlet-import.ts'
import { ImportPreview } from './import-preview.tsx'
import { WrongRowsButton } from './wrong-rows-button.tsx'

type OutletImport = ImportOf<typeof listOutletImports>

/** The progress or the result of an import, with each of its rows. */
export function LatestImport({ latest }: { latest: OutletImport }) {
  const detail = useApiQuery(getOutletImport, { params: { id: latest.id } })
  return (
    <Stack gap="md">
      <ImportOrigin of={latest} />
      {latest.state === 'RUNNING' ? (
        <ImportProgress of={latest} label={words.title} />
      ) : (
        <Result latest={latest} />
      )}
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

function Result({ latest: { written, wrong, error, approvalId } }: { latest: OutletImport }) {
  const color = error !== null ? 'red' : wrong === 0 ? 'teal' : 'orange'
  return (
    <Alert color={color} role={error === null ? 'status' : 'alert'}>
      {error} {words.finished(written, wrong)}
      {approvalId !== null && (
        <div>
          {APPROVAL_WORDS.importWaits}{' '}
          <AnchorLink to="/approvals/$id" params={{ id: approvalId }} inherit>
            {APPROVAL_WORDS.open}
          </AnchorLink>
        </div>
      )}
    </Alert>
  )
}
