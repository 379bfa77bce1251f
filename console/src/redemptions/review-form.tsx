import { reviewRedemption } from '@counterfoil/contract/admin/redemptions.ts'
import type { Input } from '@counterfoil/contract/define-route.ts'
import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useState } from 'react'
import { call } from '../api/call.ts'
import type { Redemption } from '../api/records.ts'
import { checkFields } from '../form/check-field.ts'
import { useAction } from '../kit/use-action.ts'
import { customerName } from '../kit/user-link.tsx'
import { REVIEW_WORDS as words } from '../words/redemptions.ts'
import { VoidDialog } from './void-dialog.tsx'

type Outcome = Input<typeof reviewRedemption>['body']['outcome']

/** Accept or reject, with a note. In the queue, `a`, `r` and `v` do the same. */
export function ReviewForm({ redemption, hasKeys = false }: { redemption: Redemption; hasKeys?: boolean }) {
  const [note, setNote] = useState(redemption.review?.note ?? '')
  const [isVoiding, setVoiding] = useState(false)
  const review = useReview(redemption)
  const problem = checkFields(reviewRedemption.body, { outcome: 'ACCEPTED', note: note.trim() || null }).note
  const decide = (outcome: Outcome) => {
    if (!review.isPending && problem === undefined) review.mutate({ outcome, note })
  }
  const askToVoid = () => {
    if (redemption.voidedAt === null && problem === undefined) setVoiding(true)
  }
  useHotkeys(
    hasKeys
      ? [
          ['a', () => decide('ACCEPTED')],
          ['r', () => decide('REJECTED')],
          ['v', askToVoid],
        ]
      : [],
  )
  return (
    <Stack gap="sm" maw={560}>
      <Textarea
        label={words.note}
        autosize
        minRows={2}
        value={note}
        error={problem}
        onChange={({ currentTarget: { value } }) => setNote(value)}
      />
      <Group gap="xs">
        <Button onClick={() => decide('ACCEPTED')} loading={review.isPending}>
          {words.accept}
        </Button>
        <Button color="red" variant="light" onClick={() => decide('REJECTED')} disabled={review.isPending}>
          {words.reject}
        </Button>
        {redemption.voidedAt === null && (
          <Button color="red" variant="light" onClick={askToVoid} disabled={review.isPending}>
            {words.rejectAndVoid}
          </Button>
        )}
      </Group>
      {isVoiding && (
        <VoidDialog
          redemption={redemption}
          rejects={{ note: note.trim() || null }}
          close={() => setVoiding(false)}
        />
      )}
    </Stack>
  )
}

/** Records a decision without asking first, since a later decision replaces it. */
function useReview(redemption: Redemption) {
  return useAction(
    ({ outcome, note }: { outcome: Outcome; note: string }) =>
      call(reviewRedemption, {
        params: { id: redemption.id },
        body: { outcome, note: note.trim() === '' ? null : note.trim() },
      }),
    {
      done: (_, { outcome }) =>
        outcome === 'ACCEPTED'
          ? words.accepted(customerName(redemption))
          : words.rejected(customerName(redemption)),
    },
  )
}
