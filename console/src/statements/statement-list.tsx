import { exportStatements, listStatements } from '@counterfoil/contract/admin/statements.ts'
import { Alert, Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { addressOf } from '../api/call.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { Empty } from '../kit/empty.tsx'
import { ButtonLink } from '../kit/links.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { StatusDot } from '../kit/status-dot.tsx'
import { ExportButton } from '../list/export-button.tsx'
import { PageHeading } from '../list/page-heading.tsx'
import { Pager } from '../list/paged-table.tsx'
import { Moment } from '../time/moment.tsx'
import { lastMonth, monthName } from '../time/month.ts'
import { STATEMENT_STATE_WORDS, STATEMENT_WORDS as words } from '../words/statements.ts'
import { CloseMonth } from './close-month.tsx'
import { StatementFilters } from './statement-filters.tsx'
import type { Statements } from './statement-row.ts'
import { StatementTable } from './statement-table.tsx'
import { StatementTotals } from './statement-totals.tsx'

const route = getRouteApi('/statements')

/** What was redeemed in a month, by merchant, partner, voucher and value. */
export function StatementList() {
  const search = route.useSearch()
  const month = search.month ?? lastMonth(new Date())
  const { merchantId, partnerId, cursor } = search
  const filter = { month, ...(merchantId && { merchantId }), ...(partnerId && { partnerId }) }
  const statements = useApiQuery(listStatements, { query: { ...filter, ...(cursor && { cursor }) } })
  return (
    <>
      <PageHeading title={words.title} below={monthName(month)}>
        <ExportButton address={addressOf(exportStatements, { query: filter })} />
        <ButtonLink to="/statements/paper" search={filter} variant="default">
          {words.paper}
        </ButtonLink>
        {statements.data?.month === month && <CloseMonth statements={statements.data} />}
      </PageHeading>
      <StatementFilters month={month} />
      <Loaded of={statements}>{(data) => <Shown statements={data} cursor={cursor} />}</Loaded>
    </>
  )
}

function Shown({ statements, cursor }: { statements: Statements; cursor: string | undefined }) {
  const { month, items, nextCursor, totals } = statements
  const isWhole = nextCursor === null && cursor === undefined
  const unreviewed = items.reduce((sum, row) => sum + row.unreviewed, 0)
  return (
    <Stack gap="md">
      <State statements={statements} />
      {items.length === 0 ? (
        <Empty>{words.none}</Empty>
      ) : (
        <>
          <StatementTotals totals={totals} />
          {unreviewed > 0 && <Alert>{words.unreviewedHint(unreviewed, isWhole)}</Alert>}
          <StatementTable month={month} rows={items} />
        </>
      )}
      <Pager nextCursor={nextCursor} />
    </Stack>
  )
}

function State({ statements: { state, closedAt } }: { statements: Statements }) {
  return (
    <div>
      <StatusDot tone={state === 'CLOSED' ? 'good' : 'quiet'}>{STATEMENT_STATE_WORDS[state]}</StatusDot>
      <Text size="sm" c="dimmed">
        {closedAt === null ? (
          words.open
        ) : (
          <>
            {words.closedAt} <Moment at={closedAt} />. {words.closedText}
          </>
        )}
      </Text>
    </div>
  )
}
