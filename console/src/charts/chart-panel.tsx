import { Button, Group, Paper, SegmentedControl, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { downloadCsv } from '../kit/csv-file.ts'
import { type Column, DataTable } from '../list/data-table.tsx'
import { CHART_WORDS as words } from '../words/charts.ts'

export type Figures = { header: string[]; rows: (string | number)[][] }

/** A chart whose figures can also be read as a table and downloaded as CSV. */
export function ChartPanel({
  title,
  fileName,
  figures,
  children,
}: {
  title: string
  fileName: string
  figures: Figures
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
            onClick={() => downloadCsv(fileName, [figures.header, ...figures.rows])}
          >
            {words.csv}
          </Button>
        </Group>
      </Group>
      {view === 'chart' ? children : <FigureTable title={title} figures={figures} />}
    </Paper>
  )
}

function FigureTable({ title, figures }: { title: string; figures: Figures }) {
  const columns: Column<(string | number)[]>[] = figures.header.map((header, place) => ({
    title: header,
    isNumber: typeof figures.rows[0]?.[place] === 'number',
    cell: (row) => {
      const value = row[place] ?? ''
      return typeof value === 'number' ? value.toLocaleString() : value
    },
  }))
  return (
    <div className="figures">
      <DataTable label={title} items={figures.rows} columns={columns} keyOf={(row) => String(row[0])} />
    </div>
  )
}
