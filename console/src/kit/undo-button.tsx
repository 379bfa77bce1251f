import { Button, Group, Text } from '@mantine/core'
import { KIT_WORDS } from '../words/kit.ts'

export function UndoButton({ text, undo }: { text: string; undo: () => void }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <Text size="sm">{text}</Text>
      <Button size="compact-sm" variant="light" onClick={undo}>
        {KIT_WORDS.undo}
      </Button>
    </Group>
  )
}
