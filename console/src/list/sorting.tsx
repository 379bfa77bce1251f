import { Select, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { KIT_WORDS as words } from '../words/kit.ts'
import { useListSearch } from './list-search.ts'

/** As in style.css. */
const PHONE = '(max-width: 48em)'

/** The order of a list, in the address as `sort`. */
export type Sorting = { current: string; choose: (sort: string) => void }

/** The first of the sorts is the default, which the address leaves out. */
export function useSorting(sorts: readonly string[]): Sorting | null {
  const { search, setFilter } = useListSearch()
  const [usual] = sorts
  if (usual === undefined) return null
  return {
    current: String(search.sort ?? usual),
    choose: (sort) => setFilter('sort', sort === usual ? null : sort),
  }
}

/** The value of `aria-sort` for a column that is sorted by the field. */
export function orderBy(field: string, { current }: Sorting): 'ascending' | 'descending' | undefined {
  if (current === field) return 'ascending'
  return current === `-${field}` ? 'descending' : undefined
}

/**
 * The heading of a column that can be sorted: the first press sorts it, the next one turns the order around. On a phone,
 * nobody sees headings, and the field above the list sorts it.
 */
export function SortButton({ title, field, sorting }: { title: string; field: string; sorting: Sorting }) {
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false })
  const order = orderBy(field, sorting)
  if (isPhone) return title
  return (
    <UnstyledButton
      className="sort"
      onClick={() => sorting.choose(order === 'ascending' ? `-${field}` : field)}
    >
      {title}
      <span aria-hidden="true">{order === undefined ? '↕' : order === 'ascending' ? '↑' : '↓'}</span>
    </UnstyledButton>
  )
}

/** The same on a phone, where the table has no headings. */
export function SortSelect({
  sorting,
  columns,
}: {
  sorting: Sorting
  columns: { title: string; sort?: string }[]
}) {
  const choices = columns.flatMap(({ title, sort }) =>
    sort === undefined
      ? []
      : [
          { value: sort, label: words.ascending(title) },
          { value: `-${sort}`, label: words.descending(title) },
        ],
  )
  const isListed = choices.some(({ value }) => value === sorting.current)
  return (
    <Select
      aria-label={words.sort}
      placeholder={words.sort}
      data={choices}
      value={isListed ? sorting.current : null}
      onChange={(sort) => sort !== null && sorting.choose(sort)}
      hiddenFrom="sm"
    />
  )
}
