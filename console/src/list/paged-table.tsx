import { Button, Group, Stack, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { Empty } from '../kit/empty.tsx'
import { Failed } from '../kit/failed.tsx'
import { ButtonLink } from '../kit/links.tsx'
import { Loading } from '../kit/loading.tsx'
import { KIT_WORDS as words } from '../words/kit.ts'
import { type Column, DataTable } from './data-table.tsx'
import { useListSearch } from './list-search.ts'
import { RowCount } from './row-count.tsx'
import { useRowKeys } from './row-keys.ts'
import { type ShowSelected, useSelection } from './selection.ts'
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
  bulk = null,
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
  /** Rows can be selected, for actions on many. */
  bulk?: ShowSelected | null
}) {
  const { search, clear } = useListSearch()
  const sorting = useSorting(sorts)
  const table = useRef<HTMLDivElement>(null)
  useRowKeys(table)
  const selection = useSelection(page.data?.items.map(({ id }) => id) ?? [])
  if (page.isError && !page.data) return <Failed error={page.error} retry={() => void page.refetch()} />
  if (!page.data) return <Loading />
  const { items, nextCursor, count } = page.data
  if (items.length === 0) return <NoRows empty={empty} create={create} search={search} clear={clear} />
  return (
    <Stack gap="md" ref={table}>
      <Group justify="space-between" gap="xs">
        {count && <RowCount count={count} />}
        {bulk && (
          <Text size="xs" c="dimmed" visibleFrom="sm">
            {words.rowKeys}
          </Text>
        )}
        {sorting && <SortSelect sorting={sorting} columns={columns} />}
      </Group>
      {selection.ids.length > 0 &&
        bulk?.(selection, { count, hasMore: nextCursor !== null || search.cursor !== undefined })}
      <DataTable
        label={label}
        items={items}
        columns={columns}
        keyOf={({ id }) => id}
        isBusy={page.isPlaceholderData}
        sorting={sorting}
        selection={bulk && selection}
      />
      <Pager nextCursor={nextCursor} />
    </Stack>
  )
}

/** The list is empty, or its filters match nothing. */
function NoRows({
  empty,
  create,
  search,
  clear,
}: {
  empty: string
  create: ReactNode
  search: Record<string, unknown>
  clear: () => void
}) {
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
