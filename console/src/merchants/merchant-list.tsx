import { Anchor } from '@mantine/core'
import type { Answered } from '../api/routes.ts'
import { useAnswer } from '../api/use-answer.ts'
import { FilterField } from '../list/filter-field.tsx'
import { ListHeading } from '../list/list-heading.tsx'
import { useListState } from '../list/list-state.ts'
import { type Column, PagedTable } from '../list/paged-table.tsx'
import { Moment } from '../moment.tsx'
import { screens } from '../screens.ts'
import { StatusDot } from '../status-dot.tsx'
import { TwoLines } from '../two-lines.tsx'
import { useCategoryName } from './category-names.ts'

type Merchant = Answered<'listMerchants'>['items'][number]

const FILTERS = ['q'] as const

function columns(categoryName: (slug: string) => string): Column<Merchant>[] {
  return [
    {
      title: 'Merchant',
      cell: ({ id, name, slug }) => (
        <TwoLines
          main={
            <Anchor href={screens.merchant(id)} inherit>
              {name}
            </Anchor>
          }
          below={slug}
        />
      ),
    },
    { title: 'Category', cell: ({ category }) => categoryName(category) },
    { title: 'Time zone', nowrap: true, cell: ({ timezone }) => timezone },
    { title: 'State', cell: ({ isActive }) => <ActiveDot isActive={isActive} /> },
    { title: 'Since', nowrap: true, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  ]
}

export function ActiveDot({ isActive }: { isActive: boolean }) {
  return isActive ? <StatusDot tone="good">Active</StatusDot> : <StatusDot tone="quiet">Inactive</StatusDot>
}

export function MerchantList() {
  const state = useListState(FILTERS)
  const page = useAnswer('listMerchants', { query: state.query })
  const categoryName = useCategoryName()
  return (
    <>
      <ListHeading title="Merchants">
        <FilterField state={state} name="q" label="Search merchants" placeholder="Search by name or slug" />
      </ListHeading>
      <PagedTable
        label="Merchants"
        page={page}
        state={state}
        columns={columns(categoryName)}
        empty="No merchants yet."
      />
    </>
  )
}
