import { getDelivery, listDeliveries } from '@counterfoil/contract/admin/deliveries.ts'
import type { EventType } from '@counterfoil/contract/events.ts'
import { Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { DeliveryRecord, Redemption } from '../api/records.ts'
import { DeliveryState } from '../deliveries/delivery-state.tsx'
import { CallFailure } from '../facts/lazy-call-failure.tsx'
import { Coded } from '../kit/coded.tsx'
import { Empty } from '../kit/empty.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { TwoLines } from '../kit/two-lines.tsx'
import { type Column, DataTable } from '../list/data-table.tsx'
import { MerchantMoment } from '../merchants/merchant-moment.tsx'
import { EVENT_WORDS } from '../words/deliveries.ts'
import { REDEMPTION_WORDS as words } from '../words/redemptions.ts'

/** The webhooks about this redemption, and how the partner responded. */
export function RedemptionDeliveries({ redemption }: { redemption: Redemption }) {
  const { id, voidedAt, merchantId } = redemption
  const deliveries = useQuery({
    queryKey: [listDeliveries.id, 'of redemption', id, voidedAt],
    queryFn: () => findDeliveries(redemption),
  })
  return (
    <section aria-label={words.deliveries}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {words.deliveries}
        </Title>
        <Loaded of={deliveries}>
          {(items) => (
            <DataTable
              label={words.deliveries}
              items={items}
              columns={columnsFor(merchantId)}
              keyOf={({ id: deliveryId }) => deliveryId}
              empty={<Empty>{words.noDeliveries}</Empty>}
            />
          )}
        </Loaded>
      </Stack>
    </section>
  )
}

function columnsFor(merchantId: string): Column<DeliveryRecord>[] {
  return [
    {
      title: words.deliveryEvent,
      cell: ({ type, eventId }) => (
        <TwoLines main={<Coded words={EVENT_WORDS[type]} code={type} />} below={eventId} />
      ),
    },
    {
      title: words.when,
      nowrap: true,
      cell: ({ createdAt }) => <MerchantMoment at={createdAt} merchantId={merchantId} />,
    },
    { title: words.deliveryState, cell: ({ state }) => <DeliveryState state={state} /> },
    { title: words.attempts, isNumber: true, cell: ({ attemptCount }) => attemptCount },
    {
      title: words.lastResponse,
      cell: ({ attempts }) => {
        const last = attempts.at(-1)
        const error = last?.error
        return last?.status ?? (error ? <CallFailure error={error} /> : words.noResponse)
      },
    },
  ]
}

/** The largest page. At one millisecond, a partner has far fewer events. */
const LIMIT = 200

/** An event has the time of its cause, to the millisecond. Its body says which redemption it is about. */
async function findDeliveries(redemption: Redemption): Promise<DeliveryRecord[]> {
  const { id, redeemedAt, voidedAt } = redemption
  const found = await Promise.all([
    deliveriesAt(redemption, 'REDEMPTION_CREATED', redeemedAt),
    voidedAt === null ? [] : deliveriesAt(redemption, 'REDEMPTION_VOIDED', voidedAt),
  ])
  return found.flat().filter(({ event }) => 'redemptionId' in event.data && event.data.redemptionId === id)
}

async function deliveriesAt(
  { partnerId, userId }: Redemption,
  type: EventType,
  from: string,
): Promise<DeliveryRecord[]> {
  const to = new Date(new Date(from).getTime() + 1).toISOString()
  const { items } = await call(listDeliveries, { query: { partnerId, type, from, to, limit: LIMIT } })
  const own = items.filter((delivery) => delivery.userId === userId)
  return Promise.all(own.map(({ id }) => call(getDelivery, { params: { id } })))
}
