import { Button, Group, Paper, SegmentedControl, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { downloadCsv } from '../kit/save-file.ts'
import { type Column, DataTable } from '../list/data-table.tsx'
import { formatNumber } from '../time/numbers.ts'
import { CHART_WORDS as words } from '../words/charts.ts'

export type ChartTable = { header: string[]; rows: (string | number)[][] }

/** A chart whose stats can also be read as a table and downloaded as CSV. */
export function ChartPanel({
  title,
  fileName,
  table,
  children,
}: {
  title: string
  fileName: string
  table: ChartTable
  children: ReactNode
}) {
  const [view, setView] = useState<'chart' | 'table'>('chart')
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Group justify="space-between" mb="sm" gap="xs">
        <Title order={2} size="h5">
          {title}
        </Title>
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label={words.showAs(title)}
            value={view}
            onChange={(next) => setView(next as 'chart' | 'table')}
            data={[
              { value: 'chart', label: words.chart },
              { value: 'table', label: words.table },
            ]}
          />
          <Button
            size="xs"
            variant="default"
            aria-label={`${words.csv}: ${words.download(title)}`}
            onClick={() => downloadCsv(fileName, [table.header, ...table.rows])}
          >
            {words.csv}
          </Button>
        </Group>
      </Group>
      {view === 'chart' ? children : <StatTable title={title} table={table} />}
    </Paper>
  )
}

function StatTable({ title, table }: { title: string; table: ChartTable }) {
  const columns: Column<(string | number)[]>[] = table.header.map((header, place) => ({
    title: header,
    isNumber: typeof table.rows[0]?.[place] === 'number',
    cell: (row) => {
      const value = row[place] ?? ''
      return typeof value === 'number' ? formatNumber(value) : value
    },
  }))
  return (
    <div className="stat-table">
      <DataTable label={title} items={table.rows} columns={columns} keyOf={(row) => String(row[0])} />
    </div>
  )
}
