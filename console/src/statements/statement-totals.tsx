import { Group, Paper, Text } from '@mantine/core'
import { formatMoney } from '../time/money.ts'
import { STATEMENT_WORDS as words } from '../words/statements.ts'
import type { Statements } from './statement-row.ts'

/** The sums of everything that the filters match, not only of this page. */
export function StatementTotals({ totals }: { totals: Statements['totals'] }) {
  return (
    <Group component="section" aria-label={words.totals} gap="md" align="stretch">
      {totals.map(({ currency, net, total }) => (
        <Paper key={currency} withBorder p="md" className="tile">
          <Text size="sm" c="dimmed">
            {currency ?? words.withoutValue}
          </Text>
          <Text fz={24} fw={650} lh={1.3} className="stat">
            {currency !== null && total !== null
              ? formatMoney({ amount: total, currency })
              : words.redemptions(net)}
          </Text>
          {total !== null && (
            <Text size="xs" c="dimmed">
              {words.redemptions(net)}
            </Text>
          )}
        </Paper>
      ))}
    </Group>
  )
}
