import { Alert, Button, FileButton, Group, Progress, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { explain } from '../api/explain.ts'
import { downloadCsv } from '../charts/csv.ts'
import { AnchorLink } from '../kit/links.tsx'
import { PageHeading } from '../list/page-heading.tsx'
import { OUTLET_IMPORT_WORDS as words } from '../words/outlet-import.ts'
import { OPTIONAL, type PlannedRow, planImport, REQUIRED } from './import-plan.ts'
import { ImportPreview } from './import-preview.tsx'
import { listAllOutlets, type Outcomes, runImport } from './run-import.ts'

const route = getRouteApi('/merchants/$id/outlets/import')
const MAX_BYTES = 5 * 1024 * 1024

export function ImportOutlets() {
  const { id } = route.useParams()
  const [rows, setRows] = useState<PlannedRow[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const read = async (file: File | null) => {
    if (!file) return
    setRows(null)
    setProblem(file.size > MAX_BYTES ? words.tooLarge : null)
    if (file.size > MAX_BYTES) return
    try {
      const plan = planImport(await file.text(), await listAllOutlets(id))
      if ('problem' in plan) setProblem(plan.problem)
      else setRows(plan.rows)
    } catch (error) {
      setProblem(explain(error))
    }
  }
  return (
    <>
      <AnchorLink to="/merchants/$id" params={{ id }} search={{ tab: 'outlets' }} size="sm">
        {words.back}
      </AnchorLink>
      <PageHeading title={words.title} below={words.intro(REQUIRED, OPTIONAL)} />
      <Stack gap="md">
        <Group>
          <FileButton onChange={(file) => void read(file)} accept=".csv,text/csv,text/plain">
            {(button) => (
              <Button {...button} variant={rows ? 'default' : 'filled'}>
                {rows ? words.chooseOther : words.choose}
              </Button>
            )}
          </FileButton>
        </Group>
        {problem !== null && (
          <Alert color="red" variant="light" role="alert">
            {problem}
          </Alert>
        )}
        {rows && <PlannedImport merchantId={id} rows={rows} />}
      </Stack>
    </>
  )
}

function PlannedImport({ merchantId, rows }: { merchantId: string; rows: PlannedRow[] }) {
  const queries = useQueryClient()
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map())
  const [state, setState] = useState<'planned' | 'running' | 'finished'>('planned')
  useBlocker({ shouldBlockFn: () => state === 'running', enableBeforeUnload: () => state === 'running' })
  const count = (kind: PlannedRow['kind']) => rows.filter((row) => row.kind === kind).length
  const total = count('new') + count('changed')
  const run = async () => {
    setState('running')
    setOutcomes(await runImport(merchantId, rows, setOutcomes))
    setState('finished')
    await queries.invalidateQueries()
  }
  return (
    <>
      <Text size="sm" role="status">
        {words.summary({
          new: count('new'),
          changed: count('changed'),
          same: count('same'),
          wrong: count('wrong'),
        })}{' '}
        {count('wrong') > 0 && words.wrongStay}
      </Text>
      {state === 'planned' && total > 0 && (
        <Group>
          <Button onClick={() => void run()}>{words.write(total)}</Button>
        </Group>
      )}
      {state === 'running' && (
        <div role="status">
          <Progress value={(outcomes.size / total) * 100} aria-label={words.title} />
          <Text size="sm">{words.progress(outcomes.size, total)}</Text>
        </div>
      )}
      {state === 'finished' && <Finished rows={rows} outcomes={outcomes} />}
      <ImportPreview rows={rows} outcomes={outcomes} />
    </>
  )
}

function Finished({ rows, outcomes }: { rows: PlannedRow[]; outcomes: Outcomes }) {
  const failed = [...outcomes.values()].filter((reason) => reason !== null).length
  const notWritten = rows.flatMap((row) => {
    const reason = row.kind === 'wrong' ? row.problems.join('; ') : outcomes.get(row.line)
    return reason ? [[row.line, row.name, reason]] : []
  })
  return (
    <Alert color={failed === 0 ? 'teal' : 'orange'} variant="light" role="status">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{words.finished(outcomes.size - failed, failed)}</Text>
        {notWritten.length > 0 && (
          <Button
            size="xs"
            variant="default"
            onClick={() => downloadCsv('outlets-not-written', [['line', 'name', 'reason'], ...notWritten])}
          >
            {words.report}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
