import { TextInput } from '@mantine/core'
import { endOfDay, firstDayOf, lastDayOf, startOfDay } from '../time/utc-day.ts'
import { KIT_WORDS as words } from '../words/kit.ts'
import { useListSearch } from './list-search.ts'

/** The period of a list, as `from` and `to` in the address. Days are in UTC. */
export function PeriodFilter() {
  const { search, setFilter } = useListSearch()
  const from = search.from as string | undefined
  const to = search.to as string | undefined
  const days = { first: from ? firstDayOf(from) : '', last: to ? lastDayOf(to) : '' }
  return (
    <>
      <Day
        label={words.fromDay}
        day={days.first}
        max={days.last}
        change={(day) => setFilter('from', day === '' ? undefined : startOfDay(day))}
      />
      <Day
        label={words.untilDay}
        day={days.last}
        min={days.first}
        change={(day) => setFilter('to', day === '' ? undefined : endOfDay(day))}
      />
    </>
  )
}

function Day({
  label,
  day,
  min,
  max,
  change,
}: {
  label: string
  day: string
  min?: string
  max?: string
  change: (day: string) => void
}) {
  return (
    <TextInput
      type="date"
      label={label}
      value={day}
      min={min}
      max={max}
      onChange={(event) => change(event.currentTarget.value)}
      w={150}
    />
  )
}
