import { Group, Progress, Stack, Text } from '@mantine/core'
import { CHART_WORDS as words } from '../words/charts.ts'

/** Counts by name, the largest first. */
export function Bars({ counts }: { counts: { label: string; count: number }[] }) {
  const max = Math.max(1, ...counts.map(({ count }) => count))
  if (counts.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {words.nothing}
      </Text>
    )
  }
  return (
    <Stack gap="xs">
      {counts.map(({ label, count }) => (
        <div key={label}>
          <Group justify="space-between" gap="xs" wrap="nowrap">
            <Text size="sm" className="wrap">
              {label}
            </Text>
            <Text size="sm" className="number">
              {count.toLocaleString()}
            </Text>
          </Group>
          <Progress value={(count / max) * 100} size="sm" aria-hidden="true" />
        </div>
      ))}
    </Stack>
  )
}
