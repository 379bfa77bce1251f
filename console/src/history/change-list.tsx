import type { ChangeInWords } from '@counterfoil/contract/words/describe-facts.ts'
import { Text } from '@mantine/core'
import { HISTORY_WORDS as words } from '../words/history.ts'

/** The changed fields of an entry, behind one click if its sentence does not say them all. */
export function ChangeList({ summary, changes }: { summary: string; changes: ChangeInWords[] }) {
  const isSaid = ({ from, to }: ChangeInWords) =>
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

export function valuesOf({ from, to }: ChangeInWords): string {
  return from === null ? (to ?? words.notShown) : words.fromTo(from, to ?? '–')
}
