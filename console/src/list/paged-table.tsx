import { Button, Group, Stack } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Empty } from '../kit/empty.tsx'
import { Failed } from '../kit/failed.tsx'
import { ButtonLink } from '../kit/links.tsx'
import { Loading } from '../kit/loading.tsx'
import { KIT_WORDS as words } from '../words/kit.ts'
import { type Column, DataTable } from './data-table.tsx'
import { useListSearch } from './list-search.ts'
import { RowCount } from './row-count.tsx'
import { SortSelect, useSorting } from './sorting.tsx'

/** These parameters are no filters: they say which part of the screen is open, and in which order. */
const NO_FILTERS = ['tab', 'open', 'sort']

export type ListPage<T> = {
  items: T[]
  nextCursor: string | null
  count?: { value: number; isExact: boolean }
}

/** A page of a list in every state: loading, failed, empty, filtered to nothing, rows. */
export function PagedTable<T extends { id: string }>({
  label,
  page,
  columns,
  empty,
  create = null,
  sorts = [],
}: {
  label: string
  page: UseQueryResult<ListPage<T>>
  columns: Column<T>[]
  /** What to say when there is nothing at all. */
  empty: string
  /** The button that creates the first one. */
  create?: ReactNode
  /** The sorts of the route, the default first. */
  sorts?: readonly string[]
}) {
  const { search, clear } = useListSearch()
  const sorting = useSorting(sorts)
  if (page.isError && !page.data) return <Failed error={page.error} retry={() => void page.refetch()} />
  if (!page.data) return <Loading />
  const { items, nextCursor, count } = page.data
  if (items.length === 0) {
    const isFiltered = Object.entries(search).some(
      ([name, value]) => value !== undefined && !NO_FILTERS.includes(name),
    )
    if (!isFiltered) {
      return (
        <Empty>
          {empty}
          {create}
        </Empty>
      )
    }
    return (
      <Empty>
        {words.nothingMatches}
        <Button size="xs" variant="default" onClick={clear}>
          {words.clearFilters}
        </Button>
      </Empty>
    )
  }
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="xs">
        {count && <RowCount count={count} />}
        {sorting && <SortSelect sorting={sorting} columns={columns} />}
      </Group>
      <DataTable
        label={label}
        items={items}
        columns={columns}
        keyOf={({ id }) => id}
        isBusy={page.isPlaceholderData}
        sorting={sorting}
      />
      <Pager nextCursor={nextCursor} />
    </Stack>
  )
}

/** A cursor only goes forward; the browser's back button goes back. */
export function Pager({ nextCursor }: { nextCursor: string | null }) {
  const { search } = useListSearch()
  const isFirst = search.cursor === undefined
  if (isFirst && nextCursor === null) return null
  const page = (cursor: string | undefined) => ({ ...search, cursor }) as never
  return (
    <Group component="nav" aria-label={words.pages} gap="xs">
      {!isFirst && (
        <ButtonLink to="." search={page(undefined)} size="xs" variant="default">
          {words.firstPage}
        </ButtonLink>
      )}
      {nextCursor !== null && (
        <ButtonLink to="." search={page(nextCursor)} size="xs" variant="default">
          {words.nextPage}
        </ButtonLink>
      )}
    </Group>
  )
}
