import { getMerchant, listMerchants } from '@counterfoil/contract/admin/merchants.ts'
import { getPartner, listPartners } from '@counterfoil/contract/admin/partners.ts'
import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useApiQuery } from '../api/use-api-query.ts'

type Found = { id: string; name: string }
type Props = Omit<SelectProps, 'data' | 'value' | 'onChange' | 'searchable'> & {
  value: string | null
  onChange: (id: string | null) => void
  /** Records that cannot be chosen, such as those that are in a list already. */
  exclude?: string[]
}

const PAUSE_MS = 250
const MAX_SHOWN = 20

/** Chooses one of thousands of merchants: the service searches while the person types. */
export function MerchantSelect(props: Props) {
  const [typed, setTyped] = useState('')
  const chosen = useApiQuery(
    getMerchant,
    { params: { id: props.value ?? '' } },
    { enabled: props.value !== null },
  )
  const found = useApiQuery(listMerchants, { query: useQuery(typed, chosen.data?.name) })
  return (
    <FoundSelect
      {...props}
      chosen={chosen.data}
      found={found.data?.items}
      typed={typed}
      setTyped={setTyped}
    />
  )
}

export function PartnerSelect(props: Props) {
  const [typed, setTyped] = useState('')
  const chosen = useApiQuery(
    getPartner,
    { params: { id: props.value ?? '' } },
    { enabled: props.value !== null },
  )
  const found = useApiQuery(listPartners, { query: useQuery(typed, chosen.data?.name) })
  return (
    <FoundSelect
      {...props}
      chosen={chosen.data}
      found={found.data?.items}
      typed={typed}
      setTyped={setTyped}
    />
  )
}

/** The name of the chosen record stands in the field, but nobody searches for it. */
function useQuery(typed: string, chosenName: string | undefined): { limit: number; q?: string } {
  const [q] = useDebouncedValue(typed.trim(), PAUSE_MS)
  return { limit: MAX_SHOWN, ...(q !== '' && q !== chosenName && { q }) }
}

function FoundSelect({
  chosen,
  found = [],
  typed,
  setTyped,
  value,
  onChange,
  exclude = [],
  ...others
}: Props & {
  chosen: Found | undefined
  found: Found[] | undefined
  typed: string
  setTyped: (text: string) => void
}) {
  const isChosen = value !== null && chosen?.id === value
  const records = isChosen && !found.some(({ id }) => id === value) ? [chosen, ...found] : found
  const data = records
    .filter(({ id }) => !exclude.includes(id))
    .map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Select
      {...others}
      data={data}
      searchable
      filter={({ options }) => options}
      value={value}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={onChange}
    />
  )
}
