import { getCodeImport, listCodeImports } from '@counterfoil/contract/admin/code-imports.ts'
import { plainText } from '@counterfoil/contract/markup.ts'
import { Stack, Title } from '@mantine/core'
import { useApiQuery } from '../api/use-api-query.ts'
import { ImportOrigin, ImportProgress } from '../imports/import-progress.tsx'
import { type ImportOf, useLatestImport } from '../imports/use-latest-import.ts'
import { Loaded } from '../kit/loaded.tsx'
import { CODE_WORDS as words } from '../words/codes.ts'
import { CodeReportView } from './code-report-view.tsx'
import type { FullVoucher } from './voucher-values.ts'

/** The newest import of codes, also if another person started it: its progress, then its result. */
export function LatestCodeImport({ voucher: { id, title } }: { voucher: FullVoucher }) {
  const latest = useLatestImport(listCodeImports, id)
  return (
    <Loaded of={latest}>
      {({ items: [one] }) =>
        one && (
          <Stack gap="md">
            <Title order={2} size="h4">
              {words.latest}
            </Title>
            <ImportOrigin of={one} />
            {one.state === 'RUNNING' ? (
              <ImportProgress of={one} label={words.latest} />
            ) : (
              <Finished latest={one} title={plainText(title)} />
            )}
          </Stack>
        )
      }
    </Loaded>
  )
}

function Finished({ latest, title }: { latest: ImportOf<typeof listCodeImports>; title: string }) {
  const detail = useApiQuery(getCodeImport, { params: { id: latest.id } })
  return (
    <Loaded of={detail}>
      {({ done, error, ...report }) => (
        <CodeReportView report={{ ...report, received: done }} isAdded title={title} error={error} />
      )}
    </Loaded>
  )
}
