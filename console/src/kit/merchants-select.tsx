import { getMerchant, listMerchants } from '@counterfoil/contract/admin/merchants.ts'
import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery, useApiQuery } from '../api/use-api-query.ts'

const PAUSE_MS = 250

/** Chooses several merchants. They are found by name or slug: there may be thousands. */
export function MerchantsSelect({ value, ...props }: MultiSelectProps & { value: string[] }) {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed, PAUSE_MS)
  const found = useApiQuery(listMerchants, { query: q === '' ? { limit: 50 } : { q, limit: 50 } })
  const items = found.data?.items ?? []
  const others = value.filter((id) => !items.some((merchant) => merchant.id === id))
  const named = useQueries({ queries: others.map((id) => apiQuery(getMerchant, { params: { id } })) })
  const options = [
    ...items.map(({ id, name }) => ({ value: id, label: name })),
    ...others.map((id, index) => ({ value: id, label: named[index]?.data?.name ?? '…' })),
  ]
  return (
    <MultiSelect
      {...props}
      data={options}
      value={value}
      searchable
      clearable
      searchValue={typed}
      onSearchChange={setTyped}
    />
  )
}
