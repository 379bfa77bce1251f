import { TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTimeZone, useZoneChoice } from '../time/time-zone.ts'
import { FILTER_WORDS as words } from '../words/filters.ts'
import { useListSearch } from './list-search.ts'

/** `from` and `to` of a list, in the reader's zone or in UTC. The address has them in UTC. */
export function TimeFilter() {
  const zone = useTimeZone()
  const isUtc = useZoneChoice() === 'utc'
  return (
    <>
      <MomentFilter key={`from ${zone}`} name="from" label={words.from(zone)} isUtc={isUtc} />
      <MomentFilter key={`to ${zone}`} name="to" label={words.to(zone)} isUtc={isUtc} />
    </>
  )
}

/** While a year is being typed, the field holds years such as 0020. Nothing here is older than this. */
const EARLIEST = '2000-01-01T00:00'
const LATEST = '9999-12-31T23:59'

function MomentFilter({ name, label, isUtc }: { name: string; label: string; isUtc: boolean }) {
  const { search, setFilter } = useListSearch()
  const current = search[name] === undefined ? '' : inputText(String(search[name]), isUtc)
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
    setFilter(name, text === '' ? null : new Date(isUtc ? `${text}Z` : text).toISOString())
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

/** `2026-11-15T16:30`, the form that the browser's own field takes. */
function inputText(at: string, isUtc: boolean): string {
  const moment = new Date(at)
  const shifted = isUtc ? moment : new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 16)
}
