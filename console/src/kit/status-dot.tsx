import { Group, Text } from '@mantine/core'

const COLORS = { good: 'teal.6', quiet: 'gray.5', bad: 'red.6' } as const

/** A state, in a word; the colour only repeats it. */
export function StatusDot({ tone, children }: { tone: keyof typeof COLORS; children: string }) {
  return (
    <Group gap={8} wrap="nowrap" align="baseline">
      <Text component="span" aria-hidden="true" c={COLORS[tone]} lh={1} fz={10}>
        ●
      </Text>
      <Text component="span" size="sm" className="state">
        {children}
      </Text>
    </Group>
  )
}
