import { Text } from '@mantine/core'
import { StatusDot } from '../kit/status-dot.tsx'
import { type Column, DataTable } from '../list/data-table.tsx'
import { OUTLET_IMPORT_WORDS as words } from '../words/outlet-import.ts'
import type { PlannedRow } from './import-plan.ts'
import type { Outcomes } from './run-import.ts'

const MAX_SHOWN = 200
const ORDER = { wrong: 0, changed: 1, new: 2, same: 3 }

/** Every row with what will happen to it, or what happened. */
export function ImportPreview({ rows, outcomes }: { rows: PlannedRow[]; outcomes: Outcomes }) {
  const sorted = rows.toSorted((a, b) => ORDER[a.kind] - ORDER[b.kind] || a.line - b.line)
  const columns: Column<PlannedRow>[] = [
    { title: words.line, isNumber: true, cell: ({ line }) => line },
    { title: words.outlet, cell: ({ name }) => name },
    {
      title: words.result,
      nowrap: true,
      cell: (row) => <Result row={row} outcome={outcomes.get(row.line)} />,
    },
    { title: words.details, cell: (row) => outcomes.get(row.line) ?? describe(row) },
  ]
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
        columns={columns}
        keyOf={({ line }) => String(line)}
      />
    </>
  )
}

function Result({ row, outcome }: { row: PlannedRow; outcome: string | null | undefined }) {
  if (outcome === null) return <StatusDot tone="good">{words.kinds.done}</StatusDot>
  if (outcome !== undefined) return <StatusDot tone="bad">{words.kinds.failed}</StatusDot>
  const tone = row.kind === 'wrong' ? 'bad' : row.kind === 'same' ? 'quiet' : 'good'
  return <StatusDot tone={tone}>{words.kinds[row.kind]}</StatusDot>
}

function describe(row: PlannedRow): string {
  if (row.kind === 'wrong') return row.problems.join('; ')
  return row.kind === 'changed' ? words.changes(Object.keys(row.body)) : ''
}
