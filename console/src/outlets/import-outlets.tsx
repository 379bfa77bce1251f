import {
  importOutlets,
  listOutletImports,
  MAX_OUTLET_FILE_BYTES,
  startOutletImport,
} from '@counterfoil/contract/admin/outlet-import.ts'
import { Alert, Button, FileButton, Group, Progress, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { explain } from '../api/explain.ts'
import { upload } from '../api/upload.ts'
import { startImport, useLatestImport } from '../imports/use-latest-import.ts'
import { AnchorLink } from '../kit/links.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { PageHeading } from '../list/page-heading.tsx'
import { KIT_WORDS } from '../words/kit.ts'
import { IMPORTED_HOURS_WORDS } from '../words/opening-hours.ts'
import { OUTLET_IMPORT_WORDS as words } from '../words/outlet-import.ts'
import { readCsv } from './csv-table.ts'
import { OPTIONAL, REQUIRED, writeImportFile } from './import-file.ts'
import { ImportPreview, type ImportRow } from './import-preview.tsx'
import { LatestImport } from './latest-import.tsx'
import { WrongRowsButton } from './wrong-rows-button.tsx'

const route = getRouteApi('/merchants/$id/outlets/import')

type ChosenFile = { name: string; csv: Blob }

/** What the person is doing with a file. `idle`: nothing, so the latest import is shown. */
type Step =
  | { kind: 'idle' }
  | { kind: 'checking' | 'starting'; share: number }
  | { kind: 'checked'; file: ChosenFile; rows: ImportRow[] }
  | { kind: 'failed'; file: ChosenFile | null; problem: string }

export function ImportOutlets() {
  const { id } = route.useParams()
  const { step, choose, check, start } = useImportSteps(id)
  const latest = useLatestImport(listOutletImports, id)
  const isBusy = step.kind === 'checking' || step.kind === 'starting'
  const isFirst = step.kind === 'idle' && latest.data?.items.length === 0
  return (
    <>
      <AnchorLink to="/merchants/$id" params={{ id }} search={{ tab: 'outlets' }} size="sm">
        {words.back}
      </AnchorLink>
      <PageHeading title={words.title} below={`${words.intro(REQUIRED, OPTIONAL)} ${IMPORTED_HOURS_WORDS}`} />
      <Stack gap="md">
        <Group>
          <FileButton
            key={step.kind}
            onChange={(file) => void choose(file)}
            accept=".csv,text/csv,text/plain"
          >
            {(button) => (
              <Button {...button} variant={isFirst ? 'filled' : 'default'} disabled={isBusy}>
                {isFirst ? words.choose : words.chooseOther}
              </Button>
            )}
          </FileButton>
        </Group>
        {step.kind === 'failed' && <Failure step={step} retry={check} />}
        {isBusy && <Working step={step} />}
        {step.kind === 'checked' && <Checked rows={step.rows} write={() => void start(step.file)} />}
        {step.kind === 'idle' && (
          <Loaded of={latest}>{({ items: [one] }) => one && <LatestImport latest={one} />}</Loaded>
        )}
      </Stack>
    </>
  )
}

/** Checks a file, then hands it to the service, which writes all rows but the wrong ones. */
function useImportSteps(merchantId: string) {
  const queries = useQueryClient()
  const [step, setStep] = useState<Step>({ kind: 'idle' })
  const inputOf = ({ name, csv }: ChosenFile) => ({ params: { id: merchantId }, file: csv, fileName: name })
  const check = async (file: ChosenFile) => {
    setStep({ kind: 'checking', share: 0 })
    const query = { dryRun: true }
    try {
      const report = await upload(importOutlets, { ...inputOf(file), query }, (share) =>
        setStep({ kind: 'checking', share }),
      )
      const rows = report.rows.map((row) => ({ ...row, isWritten: false }))
      setStep(
        rows.length === 0
          ? { kind: 'failed', file: null, problem: words.noRows }
          : { kind: 'checked', file, rows },
      )
    } catch (error) {
      setStep({ kind: 'failed', file, problem: explain(error) })
    }
  }
  const choose = async (chosen: File | null) => {
    if (!chosen) return
    if (chosen.size > MAX_OUTLET_FILE_BYTES)
      return setStep({ kind: 'failed', file: null, problem: words.tooLarge })
    const csv = writeImportFile(readCsv(await chosen.text()))
    await check({ name: chosen.name.slice(0, MAX_NAME_LENGTH), csv })
  }
  const start = async (file: ChosenFile) => {
    setStep({ kind: 'starting', share: 0 })
    const input = { ...inputOf(file), query: { fileName: file.name } }
    try {
      await startImport(listOutletImports, merchantId, () =>
        upload(startOutletImport, input, (share) => setStep({ kind: 'starting', share })),
      )
    } catch (error) {
      return setStep({ kind: 'failed', file, problem: explain(error) })
    }
    await queries.invalidateQueries()
    setStep({ kind: 'idle' })
  }
  return { step, choose, check: (file: ChosenFile) => void check(file), start }
}

const MAX_NAME_LENGTH = 200

function Failure({
  step: { problem, file },
  retry,
}: {
  step: { problem: string; file: ChosenFile | null }
  retry: (file: ChosenFile) => void
}) {
  return (
    <Alert color="red" role="alert">
      <Stack gap="sm" align="flex-start">
        <div>
          {problem} {file && words.nothingWritten}
        </div>
        {file && (
          <Button size="xs" variant="default" onClick={() => retry(file)}>
            {KIT_WORDS.retry}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

function Working({ step }: { step: Step }) {
  if (step.kind !== 'checking' && step.kind !== 'starting') return null
  const text = step.share < 1 ? words.sending : words.working
  return (
    <div role="status">
      <Progress value={step.share * 100} animated={step.share === 1} aria-label={words.title} mb={6} />
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
        <WrongRowsButton rows={rows} />
      </Group>
      <ImportPreview rows={rows} />
    </>
  )
}
