import { Paper, Text } from '@mantine/core'
import type { LinkProps } from '@tanstack/react-router'
import { AnchorLink } from '../kit/links.tsx'
import { OVERVIEW_WORDS as words } from '../words/overview-page.ts'

/** One stat. `to` is the list of exactly these records. */
export function Tile({
  label,
  value,
  hint,
  to = null,
}: {
  label: string
  value: number
  hint?: string
  to?: LinkProps | null
}) {
  return (
    <Paper withBorder p="md" className="tile">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text fz={28} fw={650} lh={1.3} className="stat">
        {value.toLocaleString()}
      </Text>
      {hint && (
        <Text size="xs" c="dimmed">
          {hint}
        </Text>
      )}
      {to && (
        <AnchorLink size="xs" aria-label={words.showList(label)} {...to}>
          {words.show}
        </AnchorLink>
      )}
    </Paper>
  )
}
