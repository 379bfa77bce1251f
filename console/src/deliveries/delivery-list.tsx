import {
  DELIVERY_SORTS,
  exportDeliveries,
  listDeliveries,
  retryDelivery,
} from '@counterfoil/contract/admin/deliveries.ts'
import { getPartner } from '@counterfoil/contract/admin/partners.ts'
import { Group } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { addressOf } from '../api/call.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { bulkOf } from '../bulk/lazy-bulk.tsx'
import { EndpointPanel } from '../endpoints/endpoint-panel.tsx'
import { optionsOf } from '../kit/options-of.ts'
import { ExportButton } from '../list/export-button.tsx'
import { ChoiceFilter } from '../list/filter-field.tsx'
import { PartnerFilter } from '../list/owner-filters.tsx'
import { PageHeading } from '../list/page-heading.tsx'
import { TimeFilter } from '../list/time-filter.tsx'
import { queryOf } from '../routing/search.ts'
import { SavedFilters } from '../saved-filters/lazy-saved-filters.tsx'
import { useCan, useSees, useSession } from '../session/use-session.ts'
import { DELIVERY_FILTER_WORDS, EVENT_OPTIONS, DELIVERY_WORDS as words } from '../words/deliveries.ts'
import { DeliveryTable } from './delivery-table.tsx'

const route = getRouteApi('/deliveries')

export function DeliveryList() {
  const search = route.useSearch()
  const session = useSession()
  const sees = useSees()
  const can = useCan()
  const page = useApiQuery(listDeliveries, { query: { ...queryOf(listDeliveries, search), count: true } })
  const partnerId = session.partnerId ?? search.partnerId
  return (
    <>
      <PageHeading title={words.title} below={words.intro}>
        <SavedFilters list="deliveries" />
        <ExportButton address={addressOf(exportDeliveries, { query: queryOf(exportDeliveries, search) })} />
      </PageHeading>
      <Group gap="xs" mb="md" align="flex-end">
        {session.partnerId === null && <PartnerFilter />}
        <ChoiceFilter name="state" label={words.state} choices={optionsOf(DELIVERY_FILTER_WORDS)} />
        <ChoiceFilter name="type" label={words.type} choices={EVENT_OPTIONS} />
        <TimeFilter />
      </Group>
      {partnerId !== undefined && sees('webhookUrl') && <Endpoint partnerId={partnerId} />}
      <DeliveryTable
        page={page}
        isOfOnePartner={partnerId !== undefined}
        sorts={DELIVERY_SORTS}
        bulk={can(retryDelivery) ? bulkOf('deliveries', queryOf(listDeliveries, search)) : null}
      />
    </>
  )
}

/** The endpoint of the partner whose deliveries are listed: resume and replay belong here. */
function Endpoint({ partnerId }: { partnerId: string }) {
  const partner = useApiQuery(getPartner, { params: { id: partnerId } })
  if (partner.data?.id !== partnerId) return null
  return <EndpointPanel partner={partner.data} />
}
