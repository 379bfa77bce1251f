import { Select } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { KIT_WORDS as words } from '../words/kit.ts'

export type RecordOption = { value: string; label: string }

const PAUSE_MS = 250

/** Chooses one of many records: the caller searches them in the service as the text changes. */
export function RecordSelect({
  label,
  placeholder,
  hint,
  chosen,
  options,
  search,
  choose,
  isLabelHidden = false,
  disabledBecause,
}: {
  label: string
  placeholder?: string
  hint?: string | undefined
  /** Its label may still be loading. */
  chosen: { value: string; label: string | undefined } | null
  options: RecordOption[]
  search: (text: string) => void
  choose: (value: string | null) => void
  isLabelHidden?: boolean
  disabledBecause?: string | undefined
}) {
  const [typed, setTyped] = useState('')
  const searchLater = useDebouncedCallback(search, PAUSE_MS)
  const own = chosen && { value: chosen.value, label: chosen.label ?? '…' }
  const others = options.filter(({ value }) => value !== own?.value)
  return (
    <Select
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      placeholder={placeholder ?? `${label}: ${words.any.toLowerCase()}`}
      description={disabledBecause ?? hint}
      disabled={disabledBecause !== undefined}
      data={own ? [own, ...others] : others}
      value={own?.value ?? null}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `${words.clearFilters}: ${label}` }}
      nothingFoundMessage={words.nothingMatches}
      searchValue={typed}
      onSearchChange={(text) => {
        setTyped(text)
        // The field shows the chosen record's name, which is no search.
        searchLater(text === own?.label ? '' : text.trim())
      }}
      // The service has searched already, also in fields that the label does not show.
      filter={({ options: found }) => found}
      onChange={choose}
      {...(isLabelHidden && { w: { base: '100%', xs: 220 } })}
    />
  )
}
