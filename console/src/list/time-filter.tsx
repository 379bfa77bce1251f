import { TextInput } from '@mantine/core'
import { useTimeZone, useZoneChoice } from '../time/time-zone.ts'
import { FILTER_WORDS as words } from '../words/filters.ts'
import { useListSearch } from './list-search.ts'

/** `from` and `to` of a list, in the reader's zone or in UTC. The address has them in UTC. */
export function TimeFilter() {
  const zone = useTimeZone()
  const isUtc = useZoneChoice() === 'utc'
  return (
    <>
      <MomentFilter name="from" label={words.from(zone)} isUtc={isUtc} />
      <MomentFilter name="to" label={words.to(zone)} isUtc={isUtc} />
    </>
  )
}

function MomentFilter({ name, label, isUtc }: { name: string; label: string; isUtc: boolean }) {
  const { search, setFilter } = useListSearch()
  const at = search[name] === undefined ? null : new Date(String(search[name]))
  return (
    <TextInput
      type="datetime-local"
      label={label}
      value={at === null ? '' : inputText(at, isUtc)}
      onChange={({ currentTarget: { value } }) =>
        setFilter(name, value === '' ? null : new Date(isUtc ? `${value}Z` : value).toISOString())
      }
      w={{ base: '100%', xs: 220 }}
    />
  )
}

/** `2026-11-15T16:30`, the form that the browser's own field takes. */
function inputText(at: Date, isUtc: boolean): string {
  const shifted = isUtc ? at : new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 16)
}
