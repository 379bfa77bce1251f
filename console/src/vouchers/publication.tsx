import { checkPublication } from '@counterfoil/contract/admin/publish-check.ts'
import { publishVoucher, unpublishVoucher } from '@counterfoil/contract/admin/vouchers.ts'
import { plainText } from '@counterfoil/contract/markup.ts'
import { Stack, Text } from '@mantine/core'
import { call } from '../api/call.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { Confirm } from '../kit/confirm.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { PUBLICATION_WORDS } from '../words/publication.ts'
import { VOUCHER_WORDS as words } from '../words/vouchers.ts'
import { PublishChecklist } from './publish-checklist.tsx'
import type { FullVoucher } from './voucher-values.ts'

type Props = { voucher: FullVoucher; merchantName: string; close: () => void }

/** Asks before publishing or unpublishing, since both affect users at once. */
export function Publication(props: Props) {
  return props.voucher.status === 'PUBLISHED' ? <Unpublish {...props} /> : <Publish {...props} />
}

function Publish({ voucher, merchantName, close }: Props) {
  const input = { params: { id: voucher.id } }
  const title = plainText(voucher.title)
  const check = useApiQuery(checkPublication, input)
  return (
    <Confirm
      title={words.publishTitle}
      action={check.data?.needsApproval ? PUBLICATION_WORDS.request : words.publish}
      isBlocked={!check.data?.ready}
      confirm={() => call(publishVoucher, input)}
      done={({ eventsEnqueued }) => words.live(title, eventsEnqueued)}
      close={close}
      consequence={
        <Stack gap="sm">
          <Text fw={550} className="wrap">
            {title}
          </Text>
          <Loaded of={check}>
            {(data) => <PublishChecklist voucher={voucher} merchantName={merchantName} check={data} />}
          </Loaded>
        </Stack>
      }
    />
  )
}

function Unpublish({ voucher, close }: Props) {
  const title = plainText(voucher.title)
  return (
    <Confirm
      title={words.unpublishTitle}
      action={words.unpublish}
      isDangerous
      confirm={() => call(unpublishVoucher, { params: { id: voucher.id } })}
      done={() => words.unpublished(title)}
      close={close}
      consequence={
        <Stack gap="xs">
          <Text fw={550} className="wrap">
            {title}
          </Text>
          <Text size="sm">{words.unpublishConsequence}</Text>
        </Stack>
      }
    />
  )
}
