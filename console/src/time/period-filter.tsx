import { TextInput } from '@mantine/core'
import { useListSearch } from '../list/list-search.ts'
import { fromLocalInput, toLocalInput } from './local-input.ts'

/** A period in the address, as `from` and `to`. Both are entered in the reader's own time. */
export function PeriodFilter({ from, to }: { from: string; to: string }) {
  return (
    <>
      <TimeFilter name="from" label={from} />
      <TimeFilter name="to" label={to} />
    </>
  )
}

function TimeFilter({ name, label }: { name: 'from' | 'to'; label: string }) {
  const { search, setFilter } = useListSearch()
  const value = search[name] === undefined ? '' : toLocalInput(String(search[name]))
  return (
    <TextInput
      type="datetime-local"
      label={label}
      value={value}
      onChange={(event) => setFilter(name, fromLocalInput(event.currentTarget.value))}
      w={{ base: '100%', xs: 210 }}
    />
  )
}
