import { listMerchants } from '@counterfoil/contract/admin-merchants.ts'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useAnswer } from '../api/use-answer.ts'
import { FEATURED_WORDS as words } from '../words/featured.ts'

/** Finds merchants by name. The service searches, so it works for thousands of them. */
export function AddMerchant({ taken, add }: { taken: string[]; add: (id: string) => void }) {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), 250)
  const { data } = useAnswer(listMerchants, { query: { limit: 20, ...(q !== '' && { q }) } })
  const options = (data?.items ?? [])
    .filter(({ id }) => !taken.includes(id))
    .map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Select
      aria-label={words.add}
      placeholder={words.add}
      data={options}
      searchable
      filter={({ options }) => options}
      value={null}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(id) => {
        if (id !== null) add(id)
        setTyped('')
      }}
      maw={360}
    />
  )
}
