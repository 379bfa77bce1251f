import { listDeliveries } from '@counterfoil/contract/admin/deliveries.ts'
import { lazy, Suspense } from 'react'
import type { Partner } from '../api/records.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { DeliveryTable } from '../deliveries/delivery-table.tsx'
import { EndpointPanel } from '../endpoints/endpoint-panel.tsx'
import { ButtonLink } from '../kit/links.tsx'
import { Loading } from '../kit/loading.tsx'
import { Panel } from '../kit/panel.tsx'
import { LastRequests } from '../requests/last-requests.tsx'
import { INTEGRATION_WORDS as words } from '../words/integration.ts'
import { KeyCheck } from './key-check.tsx'

const LAST_DELIVERIES = 8
const DeploymentsPanel = lazy(async () => ({
  default: (await import('./deployments-panel.tsx')).DeploymentsPanel,
}))
const HealthChecks = lazy(async () => ({ default: (await import('./health-checks.tsx')).HealthChecks }))

/** What is wrong now, the endpoint, the last failed requests and deliveries and the keys of one partner. */
export function PartnerHealth({ partner }: { partner: Partner }) {
  return (
    <>
      <Suspense fallback={<Loading />}>
        <HealthChecks partnerId={partner.id} />
        <DeploymentsPanel partnerId={partner.id} />
      </Suspense>
      <EndpointPanel partner={partner} />
      <LastRequests partnerId={partner.id} />
      <LastDeliveries partnerId={partner.id} />
      <KeyCheck partner={partner} />
    </>
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
