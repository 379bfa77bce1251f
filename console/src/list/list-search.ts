import { useNavigate, useSearch } from '@tanstack/react-router'

type Search = Record<string, unknown>

/** The search parameters of the open screen. A changed filter goes back to the first page. */
export function useListSearch(): {
  search: Search
  setFilter: (name: string, value: unknown) => void
  /** Sets several filters at once, for filters that depend on each other. */
  setFilters: (values: Search) => void
  clear: () => void
} {
  const search: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  // Replaces the history entry: nobody wants to go back to a half-typed word.
  const go = (next: (before: Search) => Search) =>
    void navigate({ to: '.', search: next as never, replace: true })
  const setFilters = (values: Search) => {
    const changes = Object.entries(values).map(([name, value]) => [
      name,
      value === '' ? undefined : (value ?? undefined),
    ])
    go((before) => ({ ...before, ...Object.fromEntries(changes), cursor: undefined }))
  }
  return {
    search,
    setFilter: (name, value) => setFilters({ [name]: value }),
    setFilters,
    clear: () => go((before) => (before.tab === undefined ? {} : { tab: before.tab })),
  }
}
