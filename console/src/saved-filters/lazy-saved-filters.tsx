import type { FilteredList } from '@counterfoil/contract/admin/saved-filters.ts'
import { Button } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { KIT_WORDS as words } from '../words/kit.ts'

const Menu = lazy(async () => ({ default: (await import('./saved-filters.tsx')).SavedFiltersMenu }))

/** The filters that are saved for a list. The menu loads on its own, so that the list does not wait for it. */
export function SavedFilters({ list }: { list: FilteredList }) {
  return (
    <Suspense fallback={<Button variant="default">{words.savedFilters}</Button>}>
      <Menu list={list} />
    </Suspense>
  )
}
