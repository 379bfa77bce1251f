import { countReplay, startReplay } from '@counterfoil/contract/admin/webhooks.ts'
import { Alert, Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { explain } from '../api/explain.ts'
import { Dialog } from '../kit/dialog.tsx'
import { Problem } from '../kit/problem.tsx'
import { useAction } from '../kit/use-action.ts'
import { ENDPOINT_WORDS as words } from '../words/endpoints.ts'
import { KIT_WORDS } from '../words/kit.ts'

type Only = 'undelivered' | 'failed' | 'all'
type Period = { since: string; until?: string; only: Only }

/** Counts the events first. The button that starts the replay then names their number. */
export function ReplayDialog({
  partnerId,
  webhookUrl,
  close,
}: {
  partnerId: string
  webhookUrl: string
  close: () => void
}) {
  const [since, setSince] = useState('')
  const [until, setUntil] = useState('')
  const [only, setOnly] = useState<Only>('undelivered')
  const [problem, setProblem] = useState<string | null>(null)
  const { count, start } = useReplay(partnerId, close)
  const change = (set: () => void) => {
    set()
    setProblem(null)
    count.reset()
  }
  const ask = () => {
    const read = readPeriod(since, until, only)
    if (typeof read === 'string') setProblem(read)
    else count.mutate(read)
  }
  const total = count.data
  const failure = count.error ?? start.error
  return (
    <Dialog onClose={close} title={words.replayTitle}>
      <Stack gap="md">
        <Text size="sm">{words.replayText}</Text>
        <PeriodFields
          since={since}
          until={until}
          only={only}
          setSince={(value) => change(() => setSince(value))}
          setUntil={(value) => change(() => setUntil(value))}
          setOnly={(value) => change(() => setOnly(value))}
        />
        <Notice problem={problem ?? (failure && explain(failure))} total={total} webhookUrl={webhookUrl} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {KIT_WORDS.cancel}
          </Button>
          {total === undefined || total === 0 ? (
            <Button loading={count.isPending} onClick={ask}>
              {words.count}
            </Button>
          ) : (
            <Button
              loading={start.isPending}
              onClick={() => count.variables && start.mutate(count.variables)}
            >
              {words.start(total)}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}

function Notice({
  problem,
  total,
  webhookUrl,
}: {
  problem: string | null
  total: number | undefined
  webhookUrl: string
}) {
  if (problem !== null) return <Problem text={problem} />
  if (total === undefined) return null
  return <Alert role="status">{total === 0 ? words.nothingToSend : words.counted(total, webhookUrl)}</Alert>
}

function useReplay(partnerId: string, close: () => void) {
  const params = { id: partnerId }
  const count = useAction(async (body: Period) => (await call(countReplay, { params, body })).total, {
    showsErrors: true,
  })
  const start = useAction((body: Period) => call(startReplay, { params, body }), {
    done: ({ total }) => words.started(total),
    after: close,
    showsErrors: true,
  })
  return { count, start }
}

function PeriodFields({
  since,
  until,
  only,
  setSince,
  setUntil,
  setOnly,
}: {
  since: string
  until: string
  only: Only
  setSince: (value: string) => void
  setUntil: (value: string) => void
  setOnly: (value: Only) => void
}) {
  return (
    <>
      <TextInput
        type="datetime-local"
        label={words.since}
        data-autofocus
        value={since}
        onChange={(event) => setSince(event.currentTarget.value)}
      />
      <TextInput
        type="datetime-local"
        label={words.until}
        description={words.untilHint}
        value={until}
        onChange={(event) => setUntil(event.currentTarget.value)}
      />
      <Radio.Group label={words.only} value={only} onChange={(value) => setOnly(value as Only)}>
        <Stack gap={6} mt={6}>
          <Radio value="undelivered" label={words.undeliveredOnly} />
          <Radio value="failed" label={words.failedOnly} />
          <Radio value="all" label={words.all} />
        </Stack>
      </Radio.Group>
    </>
  )
}

/** The period as the service takes it, or what is wrong with it. */
function readPeriod(since: string, until: string, only: Only): Period | string {
  const [from, to] = [fromLocalInput(since), fromLocalInput(until)]
  if (from === null) return words.chooseStart
  if (to !== null && to <= from) return words.endFirst
  return { since: from, ...(to !== null && { until: to }), only }
}

/** The ISO time of a `datetime-local` field; null while it is empty or incomplete. */
function fromLocalInput(value: string): string | null {
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}
