import { reviewRedemption, voidRedemption } from '@counterfoil/contract/admin/redemptions.ts'
import { plainText } from '@counterfoil/contract/markup.ts'
import { Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { call } from '../api/call.ts'
import type { Redemption } from '../api/records.ts'
import { checkFields } from '../form/check-field.ts'
import { Confirm } from '../kit/confirm.tsx'
import { customerName } from '../kit/user-link.tsx'
import { REVIEW_WORDS, REDEMPTION_WORDS as words } from '../words/redemptions.ts'

/** Asks for the reason, which the partner gets too, before something that cannot be undone. */
export function VoidDialog({
  redemption,
  close,
  rejects = null,
}: {
  redemption: Redemption
  close: () => void
  /** Also rejects the redemption, with this note. */
  rejects?: { note: string | null } | null
}) {
  const [reason, setReason] = useState('')
  const title = plainText(redemption.voucherTitle)
  const body = { reason: reason.trim() }
  const problem = checkFields(voidRedemption.body, body).reason
  return (
    <Confirm
      title={rejects ? REVIEW_WORDS.rejectAndVoidTitle : words.voidTitle}
      action={rejects ? REVIEW_WORDS.rejectAndVoid : words.voidAction}
      isDangerous
      isBlocked={problem !== undefined}
      confirm={() =>
        rejects
          ? call(reviewRedemption, {
              params: { id: redemption.id },
              body: { outcome: 'REJECTED', ...rejects, voidReason: body.reason },
            })
          : call(voidRedemption, { params: { id: redemption.id }, body })
      }
      done={() =>
        rejects ? REVIEW_WORDS.rejectedAndVoided(customerName(redemption)) : words.voidDone(title)
      }
      close={close}
      consequence={
        <Stack gap="md">
          <Text size="sm">{words.voidConsequence(title, customerName(redemption))}</Text>
          <Textarea
            label={words.voidReason}
            description={words.voidReasonHint}
            error={reason === '' ? null : problem}
            withAsterisk
            aria-required
            autosize
            minRows={2}
            value={reason}
            onChange={({ currentTarget: { value } }) => setReason(value)}
            data-autofocus
          />
        </Stack>
      }
    />
  )
}
