import { Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { firstCharacters } from '../kit/first-characters.ts'
import { KIT_WORDS as words } from '../words/kit.ts'
import { useListSearch } from './list-search.ts'

const PAUSE_MS = 250
const MAX_LENGTH = 200

/** A text filter of the list, in the address under `name`. It applies when the typing pauses. */
export function FilterField({
  name,
  label,
  isMain = false,
}: {
  name: string
  label: string
  /** The field is what the screen is for: it has full width, and the focus when the screen opens. */
  isMain?: boolean
}) {
  const { search, setFilter } = useListSearch()
  const current = String(search[name] ?? '')
  const [typed, setTyped] = useState(current)
  const applied = useRef(current)
  const apply = useDebouncedCallback((value: string) => {
    applied.current = value.trim()
    setFilter(name, value.trim())
  }, PAUSE_MS)

  // A link or the browser's back button may change the address too.
  useEffect(() => {
    if (current === applied.current) return
    applied.current = current
    setTyped(current)
  }, [current])

  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      value={typed}
      onChange={({ currentTarget }) => {
        const value = firstCharacters(currentTarget.value, MAX_LENGTH)
        setTyped(value)
        apply(value)
      }}
      {...(isMain ? { size: 'lg', autoFocus: true } : { w: { base: '100%', xs: 260 } })}
    />
  )
}

export type Choice = { value: string; label: string }

/** A filter with a few values. `true` and `false` become booleans. */
export function ChoiceFilter({ name, label, choices }: { name: string; label: string; choices: Choice[] }) {
  const { search, setFilter } = useListSearch()
  const value = search[name] === undefined ? null : String(search[name])
  return (
    <Select
      aria-label={label}
      placeholder={`${label}: ${words.any.toLowerCase()}`}
      data={choices}
      value={value}
      clearable
      clearButtonProps={{ 'aria-label': `${words.clearFilters}: ${label}` }}
      searchable={choices.length > 8}
      onChange={(chosen) => setFilter(name, chosen === 'true' ? true : chosen === 'false' ? false : chosen)}
      w={{ base: '100%', xs: 190 }}
    />
  )
}
