import { navigate, useAddress } from '../location.ts'

/** What a list shows is in the address: its filters and the cursor of its page. */
export type ListState = {
  /** Those that are set, as the API takes them. */
  filters: Record<string, string>
  /** Filters and cursor together. */
  query: Record<string, string>
  /** Replaces the address: a half-typed word is no place to come back to. */
  setFilter(name: string, value: string): void
  nextHref(cursor: string): string
  /** Null on the first page. */
  firstHref: string | null
}

export function useListState(names: readonly string[]): ListState {
  const address = useAddress()
  const read = (name: string): [string, string][] => {
    const value = address.searchParams.get(name)?.trim()
    return value ? [[name, value]] : []
  }
  const filters = Object.fromEntries(names.flatMap(read))
  const cursor = read('cursor')

  const withChanged = (changes: Record<string, string | null>): string => {
    const next = new URL(address)
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.searchParams.set(name, value)
      else next.searchParams.delete(name)
    }
    return next.pathname + next.search
  }

  return {
    filters,
    query: { ...filters, ...Object.fromEntries(cursor) },
    setFilter: (name, value) =>
      navigate(withChanged({ [name]: value.trim(), cursor: null }), { replace: true }),
    nextHref: (next) => withChanged({ cursor: next }),
    firstHref: cursor.length > 0 ? withChanged({ cursor: null }) : null,
  }
}
