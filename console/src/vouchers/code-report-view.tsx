import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { Reasons } from '../facts/lazy-reasons.tsx'
import { downloadCsv } from '../kit/save-file.ts'
import { type Column, DataTable } from '../list/data-table.tsx'
import { formatNumber } from '../time/numbers.ts'
import { CODE_WORDS as words } from '../words/codes.ts'
import type { CodeReport } from './code-uploads.ts'

const SHOWN_LINES = 10

type Rejected = CodeReport['rejected'][number]

const COLUMNS: Column<Rejected>[] = [
  { title: words.value, cell: ({ value }) => value },
  { title: words.line, isNumber: true, cell: ({ line }) => formatNumber(line) },
  {
    title: words.reason,
    cell: ({ reason, facts }) => <Reasons {...(facts && { facts })} english={reason} />,
  },
]

/** What a check found or an upload did, in numbers, with the first rejected lines. The file has all that is reported. */
export function CodeReportView({
  report,
  isAdded,
  title,
  error = null,
}: {
  report: CodeReport
  isAdded: boolean
  title: string
  /** Why an import ended early. */
  error?: string | null
}) {
  const { received, added, duplicates, duplicateLines, rejected, rejectedTotal } = report
  const counts: [string, number][] = [
    [words.received, received],
    [isAdded ? words.newAdded : words.new, added],
    [words.duplicates, duplicates],
    [words.rejected, rejectedTotal],
  ]
  return (
    <Stack gap="md">
      <Alert
        color={error !== null ? 'red' : isAdded ? 'teal' : 'indigo'}
        role={error === null ? 'status' : 'alert'}
      >
        {error} {isAdded ? words.added(added) : words.checked}
      </Alert>
      <Group gap="xl" component="dl" my={0}>
        {counts.map(([label, count]) => (
          <div key={label}>
            <Text component="dt" size="sm" c="dimmed">
              {label}
            </Text>
            <Text component="dd" m={0} fw={650} size="lg">
              {formatNumber(count)}
            </Text>
          </div>
        ))}
      </Group>
      {rejected.length > 0 && (
        <DataTable
          label={words.rejectedLines}
          items={rejected.slice(0, SHOWN_LINES)}
          columns={COLUMNS}
          keyOf={({ line }) => String(line)}
        />
      )}
      {rejected.length > SHOWN_LINES && (
        <Text size="sm">{words.moreLines(rejected.length - SHOWN_LINES)}</Text>
      )}
      {rejectedTotal > rejected.length && (
        <Text size="sm">{words.onlyFirst(rejected.length, rejectedTotal)}</Text>
      )}
      {rejected.length + duplicateLines.length > 0 && (
        <Group>
          <Button variant="default" onClick={() => downloadReport(report, title)}>
            {words.download}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

/** The reasons in the order of the upload. */
async function downloadReport({ rejected, duplicateLines }: CodeReport, title: string): Promise<void> {
  const { reasonText } = await import('../facts/reasons.tsx')
  const lines = [
    ...rejected.map(({ line, value, reason, facts }) => ({
      ...{ line, value },
      reason: reasonText({ ...(facts && { facts }), english: reason }),
    })),
    ...duplicateLines.map((line) => ({ line, value: '', reason: words.duplicate })),
  ].sort((a, b) => a.line - b.line)
  downloadCsv(words.reportName(title), [
    ['line', 'text', 'reason'],
    ...lines.map(({ line, value, reason }) => [line, value, reason]),
  ])
}
