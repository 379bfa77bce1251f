import { plainText } from '@counterfoil/contract/markup.ts'
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { explain } from '../api/error-translator.ts'
import type { Answered } from '../api/routes.ts'
import { useApi } from '../session.ts'

export type Voucher = Answered<'listVouchers'>['items'][number]

/** Asks for confirmation, since publishing and unpublishing affect users at once. */
export function PublicationModal({
  voucher,
  merchantName,
  close,
}: {
  voucher: Voucher
  merchantName: string
  close: (outcome: string | null) => void
}) {
  const api = useApi()
  const queries = useQueryClient()
  const title = plainText(voucher.title)
  const isLive = voucher.status === 'PUBLISHED'
  const verb = isLive ? 'Unpublish' : 'Publish'

  const change = useMutation({
    mutationFn: async () => {
      const given = { params: { id: voucher.id } }
      if (isLive) {
        await api('unpublishVoucher', given)
        return `“${title}” is unpublished.`
      }
      const { eventsEnqueued: told } = await api('publishVoucher', given)
      return `“${title}” is live.${told > 0 ? ` ${told === 1 ? 'One user is' : `${told} users are`} being told.` : ''}`
    },
    onSuccess: async (outcome) => {
      await queries.invalidateQueries()
      close(outcome)
    },
  })

  return (
    <Modal
      opened
      centered
      onClose={() => close(null)}
      title={`${verb} this voucher?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <Text fw={550}>{title}</Text>
        <Text size="sm">{consequence(voucher, merchantName)}</Text>
        {change.isError && (
          <Alert color="red" variant="light" role="alert">
            {explain(change.error)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => close(null)} data-autofocus>
            Cancel
          </Button>
          <Button
            color={isLive ? 'red' : 'indigo'}
            loading={change.isPending}
            onClick={() => change.mutate()}
          >
            {verb}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function consequence({ status, publishedAt }: Voucher, merchantName: string): string {
  if (status === 'PUBLISHED') {
    return 'It disappears for users at once. Users who claimed it keep the claim but can’t redeem it.'
  }
  return publishedAt === null
    ? `It goes live at once, and everyone who has favorited ${merchantName} is notified. After that, its cycle, its code source and its claim flow can’t be changed.`
    : 'It goes live again at once. Nobody is notified a second time.'
}
