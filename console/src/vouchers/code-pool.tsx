import { getCodePool, uploadCodes } from '@counterfoil/contract/admin/codes.ts'
import { plainText } from '@counterfoil/contract/markup.ts'
import { Alert, Button, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { explain } from '../api/explain.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { Loaded } from '../kit/loaded.tsx'
import { useCan, useSession } from '../session/use-session.ts'
import { formatNumber } from '../time/numbers.ts'
import { CODE_WORDS as words } from '../words/codes.ts'
import { CodeReportView } from './code-report-view.tsx'
import { CodeSourceForm } from './code-source-form.tsx'
import {
  type CodeFile,
  type CodeUpload,
  checkCodes,
  forgetUpload,
  sendCodes,
  useCodeUpload,
} from './code-uploads.ts'
import { LatestCodeImport } from './latest-code-import.tsx'
import type { FullVoucher } from './voucher-values.ts'

/** What is left in the pool, and adding codes to it. */
export function CodePool({ voucher }: { voucher: FullVoucher }) {
  const can = useCan()
  return (
    <Stack gap="xl" maw={760}>
      <Meter voucherId={voucher.id} />
      {can(uploadCodes) ? (
        <AddCodes voucher={voucher} />
      ) : (
        <>
          <LatestCodeImport voucher={voucher} />
          <Text size="sm">{words.readOnly}</Text>
        </>
      )}
    </Stack>
  )
}

const LOW_SHARE = 0.1

function Meter({ voucherId }: { voucherId: string }) {
  const pool = useApiQuery(getCodePool, { params: { id: voucherId } })
  return (
    <Loaded of={pool}>
      {({ total, available, dispensed }) => {
        const isLow = total > 0 && available < total * LOW_SHARE
        const text = total === 0 ? words.noCodes : words.left(formatNumber(available), formatNumber(total))
        return (
          <Stack gap="xs">
            <Title order={2} size="h4">
              {words.pool}
            </Title>
            <Text fw={550} data-testid="pool">
              {text}
            </Text>
            <Progress
              value={total === 0 ? 0 : (available / total) * 100}
              color={isLow ? 'red' : 'indigo'}
              size="lg"
              aria-label={text}
            />
            <Text size="sm" c="dimmed">
              {words.dispensed(formatNumber(dispensed))}
            </Text>
            {isLow && <Text size="sm">{available === 0 ? words.usedUp : words.runningLow}</Text>}
          </Stack>
        )
      }}
    </Loaded>
  )
}

function AddCodes({ voucher }: { voucher: FullVoucher }) {
  const { staffId } = useSession()
  const queries = useQueryClient()
  const key = `${staffId}:${voucher.id}`
  const upload = useCodeUpload(key)
  const send = async (file: CodeFile) => {
    await sendCodes(key, voucher.id, file)
    await queries.invalidateQueries()
  }
  return (
    <>
      {upload === null && <LatestCodeImport voucher={voucher} />}
      <Stack gap="md">
        <Title order={2} size="h4">
          {words.upload}
        </Title>
        {upload === null ? (
          <CodeSourceForm check={(file) => void checkCodes(key, voucher.id, file)} />
        ) : (
          <Steps
            upload={upload}
            title={plainText(voucher.title)}
            send={(file) => void send(file)}
            startOver={() => forgetUpload(key)}
          />
        )}
      </Stack>
    </>
  )
}

type StepsProps = {
  upload: CodeUpload
  title: string
  send: (file: CodeFile) => void
  startOver: () => void
}

function Steps({ upload, title, send, startOver }: StepsProps) {
  if ('share' in upload) return <Sending upload={upload} />
  const again = (
    <Button variant="default" onClick={startOver}>
      {words.startOver}
    </Button>
  )
  if ('error' in upload) {
    return (
      <Alert color="red" role="alert">
        <Stack align="flex-start" gap="sm">
          {explain(upload.error)}
          {again}
        </Stack>
      </Alert>
    )
  }
  const { file, report } = upload
  return (
    <Stack gap="md">
      <CodeReportView report={report} isAdded={false} title={title} />
      <Group gap="xs">
        {report.added > 0 ? (
          <Button onClick={() => send(file)}>{words.add(report.added)}</Button>
        ) : (
          <Text size="sm">{words.noneNew}</Text>
        )}
        {again}
      </Group>
    </Stack>
  )
}

function Sending({ upload }: { upload: Extract<CodeUpload, { share: number }> }) {
  const percent = Math.floor(upload.share * 100)
  const text =
    percent < 100 ? words.sending(percent) : upload.step === 'checking' ? words.checking : words.adding
  return (
    <Stack gap="xs" role="status">
      <Text size="sm">{text}</Text>
      <Progress value={percent} animated={percent === 100} size="lg" aria-label={text} />
      <Text size="sm" c="dimmed">
        {words.keepOpen}
      </Text>
    </Stack>
  )
}
