import { TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTimeZone } from '../time/time-zone.ts'
import { momentOf, wallTimeOf } from '../time/wall-time.ts'
import { FILTER_WORDS as words } from '../words/filters.ts'
import { useListSearch } from './list-search.ts'

/** `from` and `to` of a list, in the reader's zone or in UTC. The address has them in UTC. */
export function TimeFilter() {
  const zone = useTimeZone()
  return (
    <>
      <MomentFilter key={`from ${zone}`} name="from" label={words.from(zone)} zone={zone} />
      <MomentFilter key={`to ${zone}`} name="to" label={words.to(zone)} zone={zone} />
    </>
  )
}

/** While a year is being typed, the field holds years such as 0020. Nothing here is older than this. */
const EARLIEST = '2000-01-01T00:00'
const LATEST = '9999-12-31T23:59'

function MomentFilter({ name, label, zone }: { name: string; label: string; zone: string }) {
  const { search, setFilter } = useListSearch()
  const current = search[name] === undefined ? '' : wallTimeOf(String(search[name]), zone)
  const [typed, setTyped] = useState(current)
  const applied = useRef(current)

  // A link, the browser's back button or “Clear filters” may change the address too.
  useEffect(() => {
    if (current === applied.current) return
    applied.current = current
    setTyped(current)
  }, [current])

  const change = (text: string) => {
    setTyped(text)
    if (text !== '' && (text < EARLIEST || text > LATEST)) return
    applied.current = text
    setFilter(name, text === '' ? null : momentOf(text, zone))
  }
  return (
    <TextInput
      type="datetime-local"
      label={label}
      min={EARLIEST}
      max={LATEST}
      value={typed}
      onChange={({ currentTarget: { value } }) => change(value)}
      w={{ base: '100%', xs: 220 }}
    />
  )
}
