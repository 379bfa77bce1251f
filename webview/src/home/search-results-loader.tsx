import { useEffect, useState } from 'preact/hooks'
import { CardSkeletons } from '../components/skeleton.tsx'
import type { SearchProps } from './use-search.ts'

type Results = typeof import('./search-results.tsx').SearchResults
let Loaded: Results | undefined

/** The results are not part of the first screen. They load with the first search, or when the app is idle. */
export async function fetchSearchResults(): Promise<void> {
  Loaded ??= (await import('./search-results.tsx')).SearchResults
}

export function SearchResults(props: SearchProps) {
  const [, redraw] = useState(0)
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    if (!Loaded) fetchSearchResults().then(() => redraw((count) => count + 1), setError)
  }, [])
  if (error !== null) throw error
  return Loaded ? <Loaded {...props} /> : <CardSkeletons />
}
