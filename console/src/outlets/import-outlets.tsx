import { importOutlets, MAX_OUTLET_FILE_BYTES } from '@counterfoil/contract/admin-outlet-import.ts'
import { Alert, Button, FileButton, Group, Progress, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { explain } from '../api/explain.ts'
import { upload } from '../api/upload.ts'
import { downloadCsv } from '../charts/csv.ts'
import { AnchorLink } from '../kit/links.tsx'
import { PageHeading } from '../list/page-heading.tsx'
import { KIT_WORDS } from '../words/kit.ts'
import { OUTLET_IMPORT_WORDS as words } from '../words/outlet-import.ts'
import { type CsvTable, readCsv } from './csv-table.ts'
import { OPTIONAL, REQUIRED, writeImportFile } from './import-file.ts'
import { describeRow, ImportPreview, type ImportReport, type ImportRow } from './import-preview.tsx'

const route = getRouteApi('/merchants/$id/outlets/import')

type State =
  | { kind: 'empty' }
  | { kind: 'checking' | 'writing'; share: number }
  | { kind: 'checked' | 'written'; rows: ImportRow[] }
  | { kind: 'failed'; problem: string; wasWriting: boolean }

export function ImportOutlets() {
  const { id } = route.useParams()
  const [table, setTable] = useState<CsvTable | null>(null)
  const { state, setState, check, write } = useImport(id)
  const read = async (file: File | null) => {
    if (!file) return
    if (file.size > MAX_OUTLET_FILE_BYTES)
      return setState({ kind: 'failed', problem: words.tooLarge, wasWriting: false })
    const found = readCsv(await file.text())
    setTable(found)
    await check(found)
  }
  const isBusy = state.kind === 'checking' || state.kind === 'writing'
  return (
    <>
      <AnchorLink to="/merchants/$id" params={{ id }} search={{ tab: 'outlets' }} size="sm">
        {words.back}
      </AnchorLink>
      <PageHeading title={words.title} below={words.intro(REQUIRED, OPTIONAL)} />
      <Stack gap="md">
        <Group>
          <FileButton key={state.kind} onChange={(file) => void read(file)} accept=".csv,text/csv,text/plain">
            {(button) => (
              <Button {...button} variant={table ? 'default' : 'filled'} disabled={isBusy}>
                {table ? words.chooseOther : words.choose}
              </Button>
            )}
          </FileButton>
        </Group>
        {state.kind === 'failed' && <Failure state={state} retry={table ? () => void check(table) : null} />}
        {isBusy && <Working state={state} />}
        {state.kind === 'checked' && table && (
          <Checked rows={state.rows} write={() => void write(table, state.rows)} />
        )}
        {state.kind === 'written' && <Written rows={state.rows} />}
        {(state.kind === 'checked' || state.kind === 'written') && <ImportPreview rows={state.rows} />}
      </Stack>
    </>
  )
}

/** Checks a file, then writes it without its wrong rows: all others, or none. */
function useImport(merchantId: string) {
  const queries = useQueryClient()
  const [state, setState] = useState<State>({ kind: 'empty' })
  const isWriting = state.kind === 'writing'
  useBlocker({ shouldBlockFn: () => isWriting, enableBeforeUnload: () => isWriting })
  const send = async (kind: 'checking' | 'writing', file: Blob): Promise<ImportReport | null> => {
    setState({ kind, share: 0 })
    const given = { params: { id: merchantId }, query: { dryRun: kind === 'checking' }, file }
    try {
      return await upload(importOutlets, given, (share) => setState({ kind, share }))
    } catch (error) {
      setState({ kind: 'failed', problem: explain(error), wasWriting: kind === 'writing' })
      return null
    }
  }
  const check = async (table: CsvTable) => {
    const report = await send('checking', writeImportFile(table))
    if (!report) return
    const rows = report.rows.map((row, place) => ({
      ...row,
      line: table.rows[place]?.line ?? row.line,
      isWritten: false,
    }))
    setState(
      rows.length === 0
        ? { kind: 'failed', problem: words.noRows, wasWriting: false }
        : { kind: 'checked', rows },
    )
  }
  const write = async (table: CsvTable, rows: ImportRow[]) => {
    const wrong = new Set(rows.flatMap(({ status }, place) => (status === 'wrong' ? [place] : [])))
    if (!(await send('writing', writeImportFile(table, wrong)))) return
    setState({
      kind: 'written',
      rows: rows.map((row) => ({ ...row, isWritten: row.status === 'new' || row.status === 'changed' })),
    })
    await queries.invalidateQueries()
  }
  return { state, setState, check, write }
}

function Failure({
  state: { problem, wasWriting },
  retry,
}: {
  state: { problem: string; wasWriting: boolean }
  retry: (() => void) | null
}) {
  return (
    <Alert color="red" variant="light" role="alert">
      <Stack gap="sm" align="flex-start">
        <div>
          {problem} {retry && (wasWriting ? words.perhapsWritten : words.nothingWritten)}
        </div>
        {retry && (
          <Button size="xs" variant="default" onClick={retry}>
            {wasWriting ? words.checkAgain : KIT_WORDS.retry}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

function Working({ state }: { state: State }) {
  if (state.kind !== 'checking' && state.kind !== 'writing') return null
  const text = state.share < 1 ? words.sending : words.working[state.kind]
  return (
    <div role="status">
      <Progress value={state.share * 100} animated={state.share === 1} aria-label={words.title} mb={6} />
      <Text size="sm">{text}</Text>
    </div>
  )
}

const countOf = (rows: ImportRow[], status: ImportRow['status']) =>
  rows.filter((row) => row.status === status).length

function Checked({ rows, write }: { rows: ImportRow[]; write: () => void }) {
  const wrong = countOf(rows, 'wrong')
  const total = countOf(rows, 'new') + countOf(rows, 'changed')
  return (
    <>
      <Text size="sm" role="status">
        {words.summary({
          new: countOf(rows, 'new'),
          changed: countOf(rows, 'changed'),
          same: countOf(rows, 'unchanged'),
          wrong,
        })}{' '}
        {wrong > 0 && words.wrongStay} {total === 0 && words.nothingToWrite}
      </Text>
      <Group gap="xs">
        {total > 0 && <Button onClick={write}>{words.write(total, wrong)}</Button>}
        <WrongRows rows={rows} />
      </Group>
    </>
  )
}

function Written({ rows }: { rows: ImportRow[] }) {
  const wrong = countOf(rows, 'wrong')
  const written = rows.filter(({ isWritten }) => isWritten).length
  return (
    <Alert color={wrong === 0 ? 'teal' : 'orange'} variant="light" role="status">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{words.finished(written, wrong)}</Text>
        <WrongRows rows={rows} />
      </Group>
    </Alert>
  )
}

function WrongRows({ rows }: { rows: ImportRow[] }) {
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
