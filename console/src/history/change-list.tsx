import type { listHistory } from '@counterfoil/contract/admin/history.ts'
import { Text } from '@mantine/core'
import type { ResponseBody } from '../api/call.ts'
import { HISTORY_WORDS as words } from '../words/history.ts'

export type Change = ResponseBody<typeof listHistory>['items'][number]['changes'][number]

/** The changed fields of an entry, behind one click if its sentence does not say them all. */
export function ChangeList({ summary, changes }: { summary: string; changes: Change[] }) {
  const isSaid = ({ from, to }: Change) =>
    [from, to].every((value) => value === null || summary.includes(value))
  if (changes.every(isSaid)) return null
  return (
    <Text size="xs" component="details" className="changes">
      <summary>{words.details(changes.length)}</summary>
      {changes.map((change) => (
        <div key={change.field} className="wrap">
          {change.field}: {valuesOf(change)}
        </div>
      ))}
    </Text>
  )
}

export function valuesOf({ from, to }: Change): string {
  if (from === null && to === null) return words.notShown
  return from === null || to === null ? (to ?? `${from} → –`) : `${from} → ${to}`
}
