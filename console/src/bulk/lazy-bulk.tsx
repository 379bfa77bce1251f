import { lazy, Suspense } from 'react'
import type { ShowSelected } from '../list/selection.ts'
import type { BulkTarget } from './bulk-target.ts'

/** Most visits to a list change nothing. */
const BulkBar = lazy(async () => ({ default: (await import('./bulk-bar.tsx')).BulkBar }))

/** The actions for the selected rows of a list. */
export function bulkOf(list: BulkTarget['list'], filter: BulkTarget['filter']): ShowSelected {
  return (selection, page) => (
    <Suspense>
      <BulkBar target={{ list, filter }} selection={selection} {...page} />
    </Suspense>
  )
}
