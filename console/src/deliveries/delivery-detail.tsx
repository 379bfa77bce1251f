import { getDelivery } from '@counterfoil/contract/admin/deliveries.ts'
import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { DeliveryRecord } from '../api/records.ts'
import { apiQuery } from '../api/use-api-query.ts'
import { Coded } from '../kit/coded.tsx'
import { Facts } from '../kit/facts.tsx'
import { BackLink } from '../kit/links.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { PartnerName } from '../kit/partner-name.tsx'
import { PageHeading } from '../list/page-heading.tsx'
import { Moment } from '../time/moment.tsx'
import { EVENT_WORDS, DELIVERY_WORDS as words } from '../words/deliveries.ts'
import { DeliveryAttempts } from './delivery-attempts.tsx'
import { DeliveryRequest } from './delivery-request.tsx'
import { DeliveryState, NextAttempt } from './delivery-state.tsx'
import { RetryButton } from './retry-button.tsx'

const route = getRouteApi('/deliveries/$id')
const LOOK_AGAIN_MS = 2000

/** A delivery that waits is loaded again and again, so that the response to a retry appears by itself. */
export function DeliveryDetail() {
  const { id } = route.useParams()
  const delivery = useQuery({
    ...apiQuery(getDelivery, { params: { id } }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'PENDING' ? LOOK_AGAIN_MS : false),
  })
  return (
    <>
      <BackLink to="/deliveries">{words.back}</BackLink>
      <Loaded of={delivery}>{(data) => <Delivery delivery={data} />}</Loaded>
    </>
  )
}

function Delivery({ delivery }: { delivery: DeliveryRecord }) {
  const { id, type, eventId, partnerId, partnerName, event, createdAt, deliveredAt } = delivery
  return (
    <>
      <PageHeading title={EVENT_WORDS[type]} below={eventId}>
        <RetryButton id={id} size="sm" />
      </PageHeading>
      <Stack gap="xl">
        <Facts
          label={words.facts}
          of={[
            { name: words.state, value: <DeliveryState state={delivery.state} /> },
            { name: words.type, value: <Coded words={EVENT_WORDS[type]} code={type} /> },
            { name: words.partner, value: <PartnerName id={partnerId} name={partnerName} /> },
            { name: words.user, value: event.data.externalUserId },
            { name: words.created, value: <Moment at={createdAt} /> },
            { name: words.nextAttempt, value: <NextAttempt {...delivery} /> },
            ...(deliveredAt === null ? [] : [{ name: words.delivered, value: <Moment at={deliveredAt} /> }]),
          ]}
        />
        <DeliveryAttempts attempts={delivery.attempts} />
        <DeliveryRequest delivery={delivery} />
      </Stack>
    </>
  )
}
