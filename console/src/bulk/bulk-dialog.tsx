import { countBulk, startBulk } from '@counterfoil/contract/admin/bulk.ts'
import { reviewRedemption, voidRedemption } from '@counterfoil/contract/admin/redemptions.ts'
import { Stack, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { explain } from '../api/explain.ts'
import { checkFields } from '../form/check-field.ts'
import { Confirm } from '../kit/confirm.tsx'
import { Problem } from '../kit/problem.tsx'
import { BULK_CONSEQUENCES, BULK_WORDS as words } from '../words/bulk.ts'
import type { Choice } from './bulk-actions.ts'

export type Records = { ids: string[] } | { filter: Record<string, unknown> }

/** Asks with the exact number of records, starts the job, and shows it. */
export function BulkDialog({
  choice,
  records,
  close,
}: {
  choice: Choice
  records: Records
  close: () => void
}) {
  const { action, verb, outcome, asks } = choice
  const navigate = useNavigate()
  const [note, setNote] = useState('')
  const [reason, setReason] = useState('')
  const { total, error, countAgain } = useTotal(action, records)
  const text = { note: note.trim(), reason: reason.trim() }
  const problems = {
    reason: asks.includes('reason')
      ? checkFields(voidRedemption.body, { reason: text.reason }).reason
      : undefined,
    note: checkFields(reviewRedemption.body, { outcome: 'ACCEPTED', note: text.note || null }).note,
  }
  const start = async () => {
    try {
      return await call(startBulk, {
        body: {
          action,
          ...('ids' in records ? records : { ...records, ...(total !== null && { expectedTotal: total }) }),
          ...(outcome && { outcome }),
          ...(asks.includes('note') && { note: text.note || null }),
          ...(asks.includes('reason') && { reason: text.reason }),
        },
      })
    } catch (refused) {
      if (refused instanceof ApiError && refused.code === 'selection_changed') await countAgain()
      throw refused
    }
  }
  return (
    <Confirm
      title={total === null ? words.asking : words.ask(action, verb, total)}
      action={total === null ? verb : words.start(action, verb, total)}
      isDangerous={choice.isDangerous === true}
      isBlocked={total === null || Object.values(problems).some((problem) => problem !== undefined)}
      confirm={start}
      after={({ id }) => void navigate({ to: '/bulk/$id', params: { id } })}
      close={close}
      consequence={
        <Stack gap="md">
          <Text size="sm">
            {BULK_CONSEQUENCES[action]} {words.background}
          </Text>
          <Problem text={error && explain(error)} />
          {asks.includes('reason') && (
            <TextField
              label={words.reason}
              text={reason}
              problem={problems.reason}
              change={setReason}
              isRequired
            />
          )}
          {asks.includes('note') && (
            <TextField label={words.note} text={note} problem={problems.note} change={setNote} />
          )}
        </Stack>
      }
    />
  )
}

/** Lists stop counting at 10,000. Before an action, the number must be exact. */
function useTotal(action: Choice['action'], records: Records) {
  const isCounted = 'filter' in records
  const counted = useQuery({
    queryKey: [countBulk.id, action, records],
    queryFn: () => call(countBulk, { body: { action, filter: isCounted ? records.filter : {} } }),
    enabled: isCounted,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  return {
    total: isCounted ? (counted.data?.total ?? null) : records.ids.length,
    error: counted.error,
    countAgain: counted.refetch,
  }
}

function TextField({
  label,
  text,
  problem,
  change,
  isRequired = false,
}: {
  label: string
  text: string
  problem: string | undefined
  change: (text: string) => void
  isRequired?: boolean
}) {
  return (
    <Textarea
      label={label}
      error={text === '' ? null : problem}
      autosize
      minRows={2}
      value={text}
      onChange={({ currentTarget: { value } }) => change(value)}
      {...(isRequired && { withAsterisk: true, 'aria-required': true, 'data-autofocus': true })}
    />
  )
}
