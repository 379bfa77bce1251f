import { Text } from '@mantine/core'
import type { Partner } from '../api/records.ts'
import { AnchorLink } from '../kit/links.tsx'
import { ENDPOINT_WORDS as words } from '../words/endpoints.ts'

export type Delivery = Partner['delivery']

/** How many events did not arrive, which leads to them, and the last response. */
export function DeliveryFacts({ partnerId, delivery }: { partnerId: string; delivery: Delivery }) {
  const { undelivered, lastStatus, state } = delivery
  return (
    <Text size="sm">
      {undelivered > 0 && (
        <>
          <AnchorLink to="/deliveries" search={{ partnerId, state: 'UNDELIVERED' }} size="sm">
            {words.undelivered(undelivered)}
          </AnchorLink>
          {' · '}
        </>
      )}
      {state === 'OK' && undelivered === 0 && lastStatus !== null && `${words.allArrived} `}
      {words.lastResponse(lastStatus)}
    </Text>
  )
}
