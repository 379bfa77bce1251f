import { Text } from '@mantine/core'
import { changeOf } from './change-of.ts'

/** A number beside the same number of the period before: “+27 (+11 %)”. */
export function Change({ now, before }: { now: number | null; before: number | null | undefined }) {
  if (now === null || before === null || before === undefined) return null
  return (
    <Text span inherit c="dimmed" className="nowrap">
      {changeOf(now, before)}
    </Text>
  )
}
