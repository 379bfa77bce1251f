import { Group, Text } from '@mantine/core'
import { Coded } from './coded.tsx'

const COLORS = { good: 'teal.6', quiet: 'gray.5', bad: 'red.6' } as const

/** A state in a word. The color only repeats it. */
export function StatusDot({
  tone,
  code,
  children,
}: {
  tone: keyof typeof COLORS
  /** The code of the API that the word stands for. */
  code?: string
  children: string
}) {
  return (
    <Group gap={8} wrap="nowrap" align="baseline">
      <Text component="span" aria-hidden="true" c={COLORS[tone]} lh={1} fz={10}>
        ●
      </Text>
      <Text component="span" size="sm" className="state">
        {code === undefined ? children : <Coded words={children} code={code} />}
      </Text>
    </Group>
  )
}
