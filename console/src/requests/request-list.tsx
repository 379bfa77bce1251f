import { listRequests, REQUEST_SORTS } from '@counterfoil/contract/admin/requests.ts'
import { Group } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { ChoiceFilter, FilterField } from '../list/filter-field.tsx'
import { PartnerFilter } from '../list/owner-filters.tsx'
import { PageHeading } from '../list/page-heading.tsx'
import { TimeFilter } from '../list/time-filter.tsx'
import { queryOf } from '../routing/search.ts'
import { useSession } from '../session/use-session.ts'
import { REQUEST_WORDS as words } from '../words/requests.ts'
import { RequestTable } from './request-table.tsx'
import { useLiveRequests } from './use-live-requests.ts'

const route = getRouteApi('/requests')

const STATUSES = ['400', '401', '403', '404', '422', '429', '500', '503']
const CLASSES = [
  { value: '4xx', label: words.clientErrors },
  { value: '5xx', label: words.serverErrors },
]

export function RequestList() {
  const search = route.useSearch()
  const session = useSession()
  const page = useLiveRequests({ ...queryOf(listRequests, search), count: true })
  const partnerId = session.partnerId ?? search.partnerId
  return (
    <>
      <PageHeading title={words.title} below={words.below} />
      <Group gap="xs" mb="md" align="flex-end">
        {session.partnerId === null && <PartnerFilter />}
        <ChoiceFilter
          name="status"
          label={words.status}
          choices={[...CLASSES, ...STATUSES.map((value) => ({ value, label: value }))]}
        />
        <FilterField name="code" label={words.code} />
        <FilterField name="route" label={words.route} />
        <FilterField name="externalUserId" label={words.user} />
        <FilterField name="requestId" label={words.requestId} />
        <ChoiceFilter
          name="newSinceDeployment"
          label={words.newness}
          choices={[{ value: 'true', label: words.onlyNew }]}
        />
        <TimeFilter />
      </Group>
      <RequestTable page={page} isOfOnePartner={partnerId !== undefined} sorts={REQUEST_SORTS} />
    </>
  )
}
