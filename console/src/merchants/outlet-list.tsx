import { Stack } from '@mantine/core'
import type { Answered } from '../api/routes.ts'
import { useAnswer } from '../api/use-answer.ts'
import { FilterField } from '../list/filter-field.tsx'
import { useListState } from '../list/list-state.ts'
import { type Column, PagedTable } from '../list/paged-table.tsx'
import { TwoLines } from '../two-lines.tsx'
import { ActiveDot } from './merchant-list.tsx'

type Outlet = Answered<'listOutlets'>['items'][number]

const FILTERS = ['q'] as const

const COLUMNS: Column<Outlet>[] = [
  {
    title: 'Outlet',
    cell: ({ name, addressLine, addressFull }) => <TwoLines main={name} below={addressFull || addressLine} />,
  },
  { title: 'City', cell: ({ city, countryCode }) => `${city}, ${countryCode}` },
  {
    title: 'Position',
    nowrap: true,
    cell: ({ latitude, longitude }) =>
      latitude === null || longitude === null ? 'None' : `${latitude}, ${longitude}`,
  },
  { title: 'PIN', nowrap: true, cell: ({ hasPin }) => (hasPin ? 'Set' : 'Not set') },
  { title: 'State', cell: ({ isActive }) => <ActiveDot isActive={isActive} /> },
]

export function OutletList({ merchantId }: { merchantId: string }) {
  const state = useListState(FILTERS)
  const page = useAnswer('listOutlets', { params: { id: merchantId }, query: state.query })
  return (
    <Stack gap="md">
      <FilterField state={state} name="q" label="Search outlets" placeholder="Search outlets" />
      <PagedTable
        label="Outlets"
        page={page}
        state={state}
        columns={COLUMNS}
        empty="This merchant has no outlet yet."
      />
    </Stack>
  )
}
