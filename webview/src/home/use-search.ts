import { useRef } from 'preact/hooks'
import { call } from '../api/call.ts'
import type { BodyOf } from '../api/routes.ts'
import { useQuery } from '../api/use-query.ts'
import { nearQuery } from '../position/near-query.ts'
import type { HomeFilter } from '../routing/route.ts'

export type SearchProps = { search: string; choose: (filter: HomeFilter) => void }
export type Found = BodyOf<'searchCatalog'>
export type TextMatch = Found['merchants'][number]['matches'][number]

/**
 * What the text finds, with one request for each text. While a new text is searched, the last results stay. A late response
 * is stored under its own text, so it never replaces that of a later one.
 */
export function useSearch(search: string) {
  const query = { q: search, ...nearQuery() }
  const { data, error, retry } = useQuery<Found>(
    `search:${JSON.stringify(query)}`,
    async () => (await call('searchCatalog', { query })).body,
  )
  const last = useRef<Found | undefined>(undefined)
  last.current = data ?? last.current
  return { found: last.current, isSearching: data === undefined && error === null, error, retry }
}
