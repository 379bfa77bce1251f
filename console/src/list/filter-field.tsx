import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import type { ListState } from './list-state.ts'

const PAUSE_MS = 250
const LONGEST = 200

/** A filter of the list, applied when the typing pauses. */
export function FilterField({
  state,
  name,
  label,
  placeholder,
}: {
  state: ListState
  name: string
  label: string
  placeholder: string
}) {
  const set = state.filters[name] ?? ''
  const [typed, setTyped] = useState(set)
  const apply = useDebouncedCallback(state.setFilter, PAUSE_MS)

  // The address may change under us: a link, or the browser's back.
  useEffect(() => {
    setTyped((now) => (now.trim() === set ? now : set))
  }, [set])

  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={placeholder}
      maxLength={LONGEST}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value)
        apply(name, value)
      }}
      w={{ base: '100%', xs: 280 }}
    />
  )
}
