import { KIT_WORDS as words } from '../words/kit.ts'
import { useListSearch } from './list-search.ts'

/**
 * Keeps one id of the list's query in the address, and gives a select its props. Choosing another id clears the filters
 * in `cleared`, which only fit the id before.
 */
export function useIdFilter(name: string, label: string, cleared: string[] = []) {
  const { search, setFilters } = useListSearch()
  return {
    value: search[name] === undefined ? null : String(search[name]),
    onChange: (id: string | null) =>
      setFilters({ ...Object.fromEntries(cleared.map((other) => [other, null])), [name]: id }),
    'aria-label': label,
    placeholder: `${label}: ${words.any.toLowerCase()}`,
    nothingFoundMessage: words.nothingMatches,
    clearable: true,
    clearButtonProps: { 'aria-label': `${words.clearFilters}: ${label}` },
    w: { base: '100%', xs: 220 },
  }
}
