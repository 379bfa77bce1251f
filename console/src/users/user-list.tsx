import { listPartners } from '@counterfoil/contract/admin/partners.ts'
import { searchRecords } from '@counterfoil/contract/admin/search.ts'
import { exportUsers, listUsers, USER_SORTS } from '@counterfoil/contract/admin/users.ts'
import { Group } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { addressOf, type ResponseBody } from '../api/call.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { BackLink, RecordLink } from '../kit/links.tsx'
import { TwoLines } from '../kit/two-lines.tsx'
import type { Column } from '../list/data-table.tsx'
import { ExportButton } from '../list/export-button.tsx'
import { FilterField } from '../list/filter-field.tsx'
import { PartnerFilter } from '../list/owner-filters.tsx'
import { PageHeading } from '../list/page-heading.tsx'
import { PagedTable } from '../list/paged-table.tsx'
import { queryOf } from '../routing/search.ts'
import { useCan } from '../session/use-session.ts'
import { AccessName } from '../staff/access-name.ts'
import { Moment } from '../time/moment.tsx'
import { USER_WORDS as words } from '../words/users.ts'

type User = ResponseBody<typeof listUsers>['items'][number]

const route = getRouteApi('/users')

const COLUMNS: Column<User>[] = [
  {
    title: words.one,
    cell: ({ id, displayName, externalUserId }) => (
      <TwoLines
        main={<RecordLink to="/users/$id" id={id} name={displayName ?? externalUserId} className="wrap" />}
        below={externalUserId}
      />
    ),
  },
  { title: words.email, cell: ({ email }) => email ?? words.unknown },
  { title: words.phone, nowrap: true, cell: ({ phone }) => phone ?? words.unknown },
  { title: words.partner, cell: ({ partnerId }) => <AccessName merchantIds={null} partnerId={partnerId} /> },
  { title: words.since, sort: 'createdAt', nowrap: true, cell: ({ createdAt }) => <Moment at={createdAt} /> },
]

export function UserList() {
  const search = route.useSearch()
  const page = useApiQuery(listUsers, { query: { ...queryOf(listUsers, search), count: true } })
  const can = useCan()
  return (
    <>
      {can(searchRecords) && <BackLink to="/look-up">{words.back}</BackLink>}
      <PageHeading title={words.title}>
        {can(exportUsers) && (
          <ExportButton address={addressOf(exportUsers, { query: queryOf(exportUsers, search) })} />
        )}
      </PageHeading>
      <Group gap="xs" mb="md">
        <FilterField name="q" label={words.search} />
        {can(listPartners) && <PartnerFilter />}
      </Group>
      <PagedTable label={words.title} page={page} columns={COLUMNS} empty={words.none} sorts={USER_SORTS} />
    </>
  )
}
