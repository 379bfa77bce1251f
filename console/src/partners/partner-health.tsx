import { listAlerts } from '@counterfoil/contract/admin/alerts.ts'
import { listDeliveries } from '@counterfoil/contract/admin/deliveries.ts'
import { Alert, Stack, Text } from '@mantine/core'
import type { Partner } from '../api/records.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { DeliveryTable } from '../deliveries/delivery-table.tsx'
import { EndpointPanel } from '../endpoints/endpoint-panel.tsx'
import { ButtonLink } from '../kit/links.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { Panel } from '../kit/panel.tsx'
import { StatusDot } from '../kit/status-dot.tsx'
import { LastRequests } from '../requests/last-requests.tsx'
import { Moment } from '../time/moment.tsx'
import { INTEGRATION_WORDS as words } from '../words/integration.ts'
import { KeyCheck } from './key-check.tsx'

const LAST_DELIVERIES = 8

/** What needs attention, the endpoint, the last failed requests and deliveries and the keys of one partner. */
export function PartnerHealth({ partner }: { partner: Partner }) {
  return (
    <>
      <Alerts partnerId={partner.id} />
      <EndpointPanel partner={partner} />
      <LastRequests partnerId={partner.id} />
      <LastDeliveries partnerId={partner.id} />
      <KeyCheck partner={partner} />
    </>
  )
}

function Alerts({ partnerId }: { partnerId: string }) {
  const alerts = useApiQuery(listAlerts, {})
  return (
    <Panel title={words.alerts}>
      <Loaded of={alerts}>
        {({ items }) => {
          const own = items.filter(({ subject }) => subject.id === partnerId)
          if (own.length === 0) return <StatusDot tone="good">{words.noAlerts}</StatusDot>
          return (
            <Stack gap="xs">
              {own.map(({ kind, message, since }) => (
                <Alert key={kind} color="red" title={message}>
                  <Text size="xs">
                    {words.since} <Moment at={since} />
                  </Text>
                </Alert>
              ))}
            </Stack>
          )
        }}
      </Loaded>
    </Panel>
  )
}

function LastDeliveries({ partnerId }: { partnerId: string }) {
  const page = useApiQuery(listDeliveries, { query: { partnerId, limit: LAST_DELIVERIES } })
  const shown = { ...page, data: page.data && { items: page.data.items, nextCursor: null } } as typeof page
  return (
    <Panel
      title={words.lastDeliveries}
      actions={
        <>
          <ButtonLink
            to="/deliveries"
            search={{ partnerId, state: 'UNDELIVERED' }}
            size="xs"
            variant="default"
          >
            {words.undelivered}
          </ButtonLink>
          <ButtonLink to="/deliveries" search={{ partnerId }} size="xs" variant="default">
            {words.allDeliveries}
          </ButtonLink>
        </>
      }
    >
      <DeliveryTable page={shown} isOfOnePartner />
    </Panel>
  )
}
