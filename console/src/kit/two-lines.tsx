import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** What it is, and below it, quieter, what tells it apart. */
export function TwoLines({ main, below }: { main: ReactNode; below: ReactNode }) {
  return (
    <>
      <Text size="sm" fw={500} component="div">
        {main}
      </Text>
      <Text size="xs" c="dimmed" component="div">
        {below}
      </Text>
    </>
  )
}
