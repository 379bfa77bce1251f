import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** The name of a record, and below it, quieter, a detail that tells it from others. */
export function TwoLines({ main, below }: { main: ReactNode; below: ReactNode }) {
  return (
    <>
      <Text size="sm" fw={500} component="div">
        {typeof main === 'string' ? <bdi>{main}</bdi> : main}
      </Text>
      <Text size="xs" c="dimmed" component="div">
        {typeof below === 'string' ? <bdi>{below}</bdi> : below}
      </Text>
    </>
  )
}
