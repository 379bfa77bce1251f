import { Group, Text } from '@mantine/core'

export function Mark() {
  return (
    <Group gap={10} wrap="nowrap">
      <svg className="mark" viewBox="0 0 32 24" width="28" height="21" aria-hidden="true">
        <path d="M2 2h28v6.5a3.5 3.5 0 0 0 0 7V22H2v-6.5a3.5 3.5 0 0 0 0-7z" />
        <path className="perforation" d="M21 3.5v17" />
      </svg>
      <Text fw={650} size="md">
        Counterfoil
      </Text>
    </Group>
  )
}
