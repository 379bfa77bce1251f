import { Pill } from '@mantine/core'
import { KIT_WORDS as words } from '../words/kit.ts'
import { useListSearch } from './list-search.ts'

/** A filter that only a link sets, such as a number of a statement. It is shown, and can be removed. */
export function FixedFilter({
  name,
  label,
  describe,
}: {
  name: string
  label: string
  describe: (value: string) => string
}) {
  const { search, setFilter } = useListSearch()
  if (search[name] === undefined) return null
  return (
    <Pill
      size="lg"
      withRemoveButton
      onRemove={() => setFilter(name, null)}
      removeButtonProps={{
        'aria-label': `${words.clearFilters}: ${label}`,
        tabIndex: 0,
        'aria-hidden': false,
      }}
    >
      {label}: {describe(String(search[name]))}
    </Pill>
  )
}
