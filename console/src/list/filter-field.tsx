import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
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
  const applied = useRef(set)
  const apply = useDebouncedCallback((value: string) => {
    applied.current = value.trim()
    state.setFilter(name, value)
  }, PAUSE_MS)

  // The address may change by other hands: a link, or the browser's back.
  useEffect(() => {
    if (set === applied.current) return
    applied.current = set
    setTyped(set)
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
        apply(value)
      }}
      w={{ base: '100%', xs: 280 }}
    />
  )
}
