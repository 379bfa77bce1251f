import { ACTOR_KINDS } from '@counterfoil/contract/admin/audit.ts'
import { listStaff } from '@counterfoil/contract/admin/staff.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { RecordSelect, useRecordSearch } from '../kit/record-select.tsx'
import { useIdFilter } from '../list/use-id-filter.ts'
import { ACTOR_WORDS, AUDIT_WORDS as words } from '../words/audit.ts'
import type { Entry } from './target-link.tsx'

const KINDS = ACTOR_KINDS.map((kind) => ({ id: kind as string, name: ACTOR_WORDS[kind] }))

/** Who acted: a person by name, or everybody of a kind. The entries know the names of people who have left. */
export function PersonFilter({ entries }: { entries: Entry[] }) {
  const filter = useIdFilter('actor', words.person)
  const { search, query } = useRecordSearch(filter.value)
  const people = useApiQuery(listStaff, { query }).data?.items ?? []
  const found = [...people, ...(query.q === undefined ? KINDS : [])]
  const acted = entries.find(({ actor }) => actor.id === filter.value)
  const chosen = [
    ...found,
    ...KINDS,
    ...(acted ? [{ id: filter.value ?? '', name: acted.actor.name }] : []),
  ].find(({ id }) => id === filter.value)
  const named = chosen ?? (filter.value === null ? undefined : { id: filter.value, name: filter.value })
  return <RecordSelect {...filter} chosen={named} found={found} search={search} />
}
