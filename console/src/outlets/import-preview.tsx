import type { getOutletImport } from '@counterfoil/contract/admin/outlet-import.ts'
import { Text } from '@mantine/core'
import type { ResponseBody } from '../api/call.ts'
import { writeFields, writeIssue } from '../facts/issues.ts'
import { StatusDot } from '../kit/status-dot.tsx'
import { type Column, DataTable } from '../list/data-table.tsx'
import { OUTLET_IMPORT_WORDS as words } from '../words/outlet-import.ts'

export type ImportRow = ResponseBody<typeof getOutletImport>['rows'][number]

const MAX_SHOWN = 200
const ORDER = { wrong: 0, changed: 1, new: 2, unchanged: 3 }

/** Every row with what will happen to it, or what happened. */
export function ImportPreview({ rows }: { rows: ImportRow[] }) {
  const sorted = rows.toSorted((a, b) => ORDER[a.status] - ORDER[b.status] || a.line - b.line)
  return (
    <>
      {rows.length > MAX_SHOWN && (
        <Text size="sm" c="dimmed">
          {words.firstRows(MAX_SHOWN, rows.length)}
        </Text>
      )}
      <DataTable
        label={words.preview}
        items={sorted.slice(0, MAX_SHOWN)}
        columns={COLUMNS}
        keyOf={({ line }) => String(line)}
      />
    </>
  )
}

const COLUMNS: Column<ImportRow>[] = [
  { title: words.outlet, cell: ({ name }) => name ?? '–' },
  { title: words.line, isNumber: true, cell: ({ line }) => line },
  {
    title: words.result,
    nowrap: true,
    cell: ({ status, isWritten }) => (
      <StatusDot tone={status === 'wrong' ? 'bad' : status === 'unchanged' ? 'quiet' : 'good'}>
        {isWritten ? words.kinds.written : words.kinds[status]}
      </StatusDot>
    ),
  },
  { title: words.details, cell: describeRow },
]

/** Why a row is wrong, or which fields change. */
export function describeRow({ issues, changes }: Pick<ImportRow, 'issues' | 'changes'>): string {
  if (issues.length > 0) return issues.map(writeIssue).join(' ')
  return writeFields(changes)
}
