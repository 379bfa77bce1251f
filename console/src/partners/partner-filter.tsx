import { getPartner, listPartners } from '@counterfoil/contract/admin/partners.ts'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useApiQuery } from '../api/use-api-query.ts'
import { useListSearch } from '../list/list-search.ts'
import { DELIVERY_WORDS as words } from '../words/deliveries.ts'
import { KIT_WORDS } from '../words/kit.ts'

const PAUSE_MS = 250

/** Filters by a partner, found by name or slug: there may be more partners than a list can show. */
export function PartnerFilter() {
  const { search, setFilter } = useListSearch()
  const chosenId = search.partnerId === undefined ? null : String(search.partnerId)
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed, PAUSE_MS)
  const chosen = useApiQuery(getPartner, { params: { id: chosenId ?? '' } }, { enabled: chosenId !== null })
  const chosenName = chosen.data?.id === chosenId ? chosen.data?.name : undefined
  // The field shows the chosen name as if it was typed. It is no search.
  const isSearch = q !== '' && q !== chosenName
  const found = useApiQuery(listPartners, { query: isSearch ? { q, limit: 50 } : { limit: 50 } })
  const options = (found.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))
  if (chosenId !== null && !options.some(({ value }) => value === chosenId))
    options.unshift({ value: chosenId, label: chosenName ?? '…' })
  return (
    <Select
      aria-label={words.partner}
      placeholder={words.anyPartner}
      data={options}
      value={chosenId}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `${KIT_WORDS.clearFilters}: ${words.partner}` }}
      onSearchChange={setTyped}
      filter={({ options: all }) => all}
      onChange={(id) => setFilter('partnerId', id)}
      w={{ base: '100%', xs: 220 }}
    />
  )
}
