import { Button } from '@mantine/core'
import { downloadCsv } from '../kit/save-file.ts'
import { OUTLET_IMPORT_WORDS as words } from '../words/outlet-import.ts'
import { describeRow, type ImportRow } from './import-preview.tsx'

/** Saves the wrong rows with their reasons. */
export function WrongRowsButton({ rows }: { rows: ImportRow[] }) {
  const wrong = rows.filter(({ status }) => status === 'wrong')
  if (wrong.length === 0) return null
  const lines = wrong.map((row) => [row.line, row.name, describeRow(row)])
  return (
    <Button
      variant="default"
      onClick={() => downloadCsv('outlets-wrong-rows', [['line', 'name', 'reason'], ...lines])}
    >
      {words.report}
    </Button>
  )
}
