import {
  createMerchant,
  exportMerchants,
  listMerchants,
  MERCHANT_SORTS,
} from '@counterfoil/contract/admin/merchants.ts'
import { Group } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { addressOf, type ResponseBody } from '../api/call.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { ActiveDot } from '../kit/active-dot.tsx'
import { useCategories, useCategoryName } from '../kit/category-names.ts'
import { ButtonLink, RecordLink } from '../kit/links.tsx'
import { optionsOf } from '../kit/options-of.ts'
import { TwoLines } from '../kit/two-lines.tsx'
import type { Column } from '../list/data-table.tsx'
import { ExportButton } from '../list/export-button.tsx'
import { ChoiceFilter, FilterField } from '../list/filter-field.tsx'
import { PageHeading } from '../list/page-heading.tsx'
import { PagedTable } from '../list/paged-table.tsx'
import { queryOf } from '../routing/search.ts'
import { SavedFilters } from '../saved-filters/lazy-saved-filters.tsx'
import { useCan } from '../session/use-session.ts'
import { Moment } from '../time/moment.tsx'
import { MERCHANT_WORDS as words } from '../words/merchants.ts'

type Merchant = ResponseBody<typeof listMerchants>['items'][number]

const route = getRouteApi('/merchants')

export function MerchantList() {
  const search = route.useSearch()
  const page = useApiQuery(listMerchants, { query: { ...queryOf(listMerchants, search), count: true } })
  const can = useCan()
  const create = can(createMerchant) ? <ButtonLink to="/merchants/new">{words.create}</ButtonLink> : null
  return (
    <>
      <PageHeading title={words.title}>
        <SavedFilters list="merchants" />
        <ExportButton address={addressOf(exportMerchants, { query: queryOf(exportMerchants, search) })} />
        {create}
      </PageHeading>
      <Filters />
      <PagedTable
        label={words.title}
        page={page}
        columns={useColumns()}
        empty={words.none}
        create={create}
        sorts={MERCHANT_SORTS}
      />
    </>
  )
}

function Filters() {
  const categories = useCategories()
  return (
    <Group gap="xs" mb="md">
      <FilterField name="q" label={words.search} />
      <ChoiceFilter
        name="category"
        label={words.category}
        choices={categories.map(({ slug, name }) => ({ value: slug, label: name }))}
      />
      <ChoiceFilter
        name="isActive"
        label={words.state}
        choices={optionsOf({ true: words.active, false: words.inactive })}
      />
    </Group>
  )
}

function useColumns(): Column<Merchant>[] {
  const categoryName = useCategoryName()
  return [
    {
      title: words.one,
      sort: 'name',
      cell: ({ id, name, slug }) => (
        <TwoLines main={<RecordLink to="/merchants/$id" id={id} name={name} />} below={slug} />
      ),
    },
    { title: words.category, cell: ({ category }) => categoryName(category) },
    { title: words.timezone, nowrap: true, cell: ({ timezone }) => timezone },
    { title: words.state, cell: ({ isActive }) => <ActiveDot isActive={isActive} /> },
    {
      title: words.since,
      sort: 'createdAt',
      nowrap: true,
      cell: ({ createdAt, timezone }) => <Moment at={createdAt} merchantZone={timezone} />,
    },
  ]
}
