import { Code, Stack, Text, Title } from '@mantine/core'
import type { DeliveryRecord } from '../api/records.ts'
import { CallFailure } from '../facts/lazy-call-failure.tsx'
import { type Column, DataTable } from '../list/data-table.tsx'
import { Moment } from '../time/moment.tsx'
import { DELIVERY_WORDS as words } from '../words/deliveries.ts'

type Attempt = DeliveryRecord['attempts'][number]

export function DeliveryAttempts({ attempts }: { attempts: Attempt[] }) {
  return (
    <Stack component="section" gap="xs">
      <Title order={2} size="h4">
        {words.attemptsTitle}
      </Title>
      <DataTable
        label={words.attemptsTitle}
        items={attempts}
        columns={COLUMNS}
        keyOf={({ number }) => String(number)}
        empty={<Text size="sm">{words.noAttempts}</Text>}
      />
    </Stack>
  )
}

const COLUMNS: Column<Attempt>[] = [
  { title: words.number, cell: ({ number }) => number },
  { title: words.when, nowrap: true, cell: ({ attemptedAt }) => <Moment at={attemptedAt} /> },
  {
    title: words.status,
    cell: ({ status, error }) => status ?? <CallFailure error={error ?? ''} say={words.noResponseBecause} />,
  },
  { title: words.duration, isNumber: true, cell: ({ durationMs }) => words.milliseconds(durationMs) },
  {
    title: words.response,
    cell: ({ response }) =>
      response === null ? '' : <Code className="wrap">{response || words.emptyResponse}</Code>,
  },
  {
    title: words.nextAttempt,
    nowrap: true,
    cell: ({ nextAttemptAt }) => nextAttemptAt !== null && <Moment at={nextAttemptAt} />,
  },
]
