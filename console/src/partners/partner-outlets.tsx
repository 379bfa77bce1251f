import { listPartnerOutlets } from '@counterfoil/contract/admin/partner-outlets.ts'
import { Stack, Text } from '@mantine/core'
import type { ResponseBody } from '../api/call.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { ActiveDot } from '../kit/active-dot.tsx'
import { TwoLines } from '../kit/two-lines.tsx'
import type { Column } from '../list/data-table.tsx'
import { FilterField } from '../list/filter-field.tsx'
import { useListSearch } from '../list/list-search.ts'
import { PagedTable } from '../list/paged-table.tsx'
import { queryOf } from '../routing/search.ts'
import { joinItems } from '../time/join-items.ts'
import { PARTNER_OUTLET_WORDS as words } from '../words/partner-outlets.ts'

type Outlet = ResponseBody<typeof listPartnerOutlets>['items'][number]

const COLUMNS: Column<Outlet>[] = [
  {
    title: words.one,
    cell: ({ name, addressLine, addressFull }) => <TwoLines main={name} below={addressFull || addressLine} />,
  },
  { title: words.merchant, cell: ({ merchantName }) => merchantName },
  { title: words.city, cell: ({ city, countryCode }) => joinItems([city, countryCode]) },
  { title: words.state, cell: ({ isActive }) => <ActiveDot isActive={isActive} /> },
]

/** The outlets where users of the partner can redeem. Nothing can be changed here: outlets belong to merchants. */
export function PartnerOutlets({ partnerId }: { partnerId: string }) {
  const { search } = useListSearch()
  const query = queryOf(listPartnerOutlets, search)
  const page = useApiQuery(listPartnerOutlets, { params: { id: partnerId }, query })
  return (
    <Stack gap="md">
      <Text size="sm">{words.intro}</Text>
      <FilterField name="q" label={words.search} />
      <PagedTable label={words.title} page={page} columns={COLUMNS} empty={words.none} />
    </Stack>
  )
}
