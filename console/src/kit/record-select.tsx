import { getMerchant, listMerchants } from '@counterfoil/contract/admin/merchants.ts'
import { getPartner, listPartners } from '@counterfoil/contract/admin/partners.ts'
import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { useApiQuery } from '../api/use-api-query.ts'

export type NamedRecord = { id: string; name: string }
type IdSelectProps = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  value: string | null
  onChange: (id: string | null) => void
}

const PAUSE_MS = 250
const MAX_OPTIONS = 20

/** Chooses one of many records by its id: the caller searches them in the service as the text changes. */
export function RecordSelect({
  value,
  chosen,
  found = [],
  search,
  ...others
}: IdSelectProps & {
  /** The record with the id `value`. While it loads, this is undefined or the record chosen before. */
  chosen: NamedRecord | undefined
  found: NamedRecord[] | undefined
  search: (text: string) => void
}) {
  const [typed, setTyped] = useState('')
  const searchLater = useDebouncedCallback(search, PAUSE_MS)
  const chosenName = chosen?.id === value ? chosen.name : '…'
  const options = found.filter(({ id }) => id !== value).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Select
      {...others}
      data={value === null ? options : [{ value, label: chosenName }, ...options]}
      value={value}
      searchable
      searchValue={typed}
      onSearchChange={(text) => {
        setTyped(text)
        // The field shows the chosen record's name, which is no search.
        searchLater(value !== null && text === chosenName ? '' : text.trim())
      }}
      // The service has searched already, also in fields that the name does not show.
      filter={({ options: all }) => all}
    />
  )
}

/** What the queries of a select need: those that list the records a text finds, and the one of the chosen record. */
export function useRecordSearch(value: string | null) {
  const [q, search] = useState('')
  return {
    search,
    query: { limit: MAX_OPTIONS, ...(q !== '' && { q }) },
    chosenInput: value === null ? null : { params: { id: value } },
  }
}

export function MerchantSelect({
  exclude = [],
  ...props
}: IdSelectProps & {
  /** Merchants that cannot be chosen, such as those that are in a list already. */
  exclude?: string[]
}) {
  const { search, query, chosenInput } = useRecordSearch(props.value)
  const found = useApiQuery(listMerchants, { query }).data?.items.filter(({ id }) => !exclude.includes(id))
  const chosen = useApiQuery(getMerchant, chosenInput)
  return <RecordSelect {...props} chosen={chosen.data} found={found} search={search} />
}

export function PartnerSelect(props: IdSelectProps) {
  const { search, query, chosenInput } = useRecordSearch(props.value)
  const found = useApiQuery(listPartners, { query })
  const chosen = useApiQuery(getPartner, chosenInput)
  return <RecordSelect {...props} chosen={chosen.data} found={found.data?.items} search={search} />
}
