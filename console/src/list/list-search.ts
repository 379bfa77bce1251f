import { useNavigate, useSearch } from '@tanstack/react-router'

type Search = Record<string, unknown>

/** The search parameters of the open screen. A changed filter goes back to the first page. */
export function useListSearch(): {
  search: Search
  setFilter: (name: string, value: unknown) => void
  clear: () => void
} {
  const search: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  // Replaced: a half-typed word is no place to come back to.
  const go = (next: (before: Search) => Search) =>
    void navigate({ to: '.', search: next as never, replace: true })
  return {
    search,
    setFilter: (name, value) =>
      go((before) => ({
        ...before,
        [name]: value === '' || value === null ? undefined : value,
        cursor: undefined,
      })),
    clear: () => go((before) => (before.tab === undefined ? {} : { tab: before.tab })),
  }
}
