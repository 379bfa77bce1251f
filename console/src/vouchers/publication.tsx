import type { listVouchers } from '@counterfoil/contract/admin-vouchers.ts'
import { publishVoucher, unpublishVoucher } from '@counterfoil/contract/admin-vouchers.ts'
import { plainText } from '@counterfoil/contract/markup.ts'
import { Stack, Text } from '@mantine/core'
import { type Answered, call } from '../api/call.ts'
import { useAction } from '../api/use-action.ts'
import { Confirm } from '../kit/confirm.tsx'
import { VOUCHER_WORDS as words } from '../words/vouchers.ts'

export type Voucher = Answered<typeof listVouchers>['items'][number]

/** Asks before publishing or unpublishing, since both affect users at once. */
export function Publication({
  voucher,
  merchantName,
  close,
}: {
  voucher: Voucher
  merchantName: string
  close: () => void
}) {
  const title = plainText(voucher.title)
  const isLive = voucher.status === 'PUBLISHED'
  const given = { params: { id: voucher.id } }
  const change = useAction(
    async () => {
      if (!isLive) return words.live(title, (await call(publishVoucher, given)).eventsEnqueued)
      await call(unpublishVoucher, given)
      return words.unpublished(title)
    },
    {
      done: (said) => said,
      showsErrors: true,
    },
  )
  return (
    <Confirm
      title={isLive ? words.unpublishTitle : words.publishTitle}
      action={isLive ? words.unpublish : words.publish}
      isDangerous={isLive}
      confirm={() => change.mutateAsync(undefined)}
      close={close}
      consequence={
        <Stack gap="xs">
          <Text fw={550}>{title}</Text>
          <Text size="sm">{consequenceOf(voucher, merchantName)}</Text>
        </Stack>
      }
    />
  )
}

function consequenceOf({ status, publishedAt }: Voucher, merchantName: string): string {
  if (status === 'PUBLISHED') return words.unpublishConsequence
  return publishedAt === null ? words.firstPublishConsequence(merchantName) : words.publishAgainConsequence
}
