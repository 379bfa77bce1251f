import { Group, Progress, Stack, Text } from '@mantine/core'
import type { LinkProps } from '@tanstack/react-router'
import { AnchorLink } from '../kit/links.tsx'
import { formatNumber } from '../time/numbers.ts'
import { CHART_WORDS as words } from '../words/charts.ts'

/** Counts by name, the largest first. A name leads to the list that its count is of. */
export function Bars({ counts }: { counts: { label: string; count: number; to?: LinkProps | null }[] }) {
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
      {counts.map(({ label, count, to }) => (
        <div key={label}>
          <Group justify="space-between" gap="xs" wrap="nowrap">
            {to ? (
              <AnchorLink size="sm" className="wrap" {...to}>
                {label}
              </AnchorLink>
            ) : (
              <Text size="sm" className="wrap">
                {label}
              </Text>
            )}
            <Text size="sm" className="number">
              {formatNumber(count)}
            </Text>
          </Group>
          <Progress value={(count / max) * 100} size="sm" aria-hidden="true" />
        </div>
      ))}
    </Stack>
  )
}
