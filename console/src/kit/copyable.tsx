import { Code, Group } from '@mantine/core'
import { CopyButton } from './copy-button.tsx'

/** An id that people paste into another tool. `name` says what it is. */
export function Copyable({ name, value }: { name: string; value: string }) {
  return (
    <Group gap="xs" component="span" display="inline-flex">
      <Code className="wrap">{value}</Code>
      <CopyButton value={value} name={name} size="compact-xs" />
    </Group>
  )
}
