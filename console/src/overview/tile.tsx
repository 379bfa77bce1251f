import { Paper, Text } from '@mantine/core'
import type { LinkProps } from '@tanstack/react-router'
import { AnchorLink } from '../kit/links.tsx'
import { formatNumber } from '../time/numbers.ts'
import { OVERVIEW_WORDS as words } from '../words/overview-page.ts'
import { Change } from './change.tsx'

/** One stat beside that of the period before. `to` is the list of exactly these records. */
export function Tile({
  label,
  value,
  before,
  hint,
  to = null,
}: {
  label: string
  value: number
  before: number | undefined
  hint?: string
  to?: LinkProps | null
}) {
  return (
    <Paper withBorder p="md" className="tile">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text fz={28} fw={650} lh={1.3} className="stat">
        {formatNumber(value)}
      </Text>
      {before !== undefined && (
        <Text size="sm">
          <Change now={value} before={before} />
          <Text span inherit c="dimmed">
            {words.before(formatNumber(before))}
          </Text>
        </Text>
      )}
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
