import { listAdjustments } from '@counterfoil/contract/admin/statements.ts'
import { getRouteApi } from '@tanstack/react-router'
import type { ResponseBody } from '../api/call.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { Empty } from '../kit/empty.tsx'
import { AnchorLink, RecordLink } from '../kit/links.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { Money } from '../kit/money.tsx'
import { type Column, DataTable } from '../list/data-table.tsx'
import { PageHeading } from '../list/page-heading.tsx'
import { Moment } from '../time/moment.tsx'
import { lastMonth, monthName } from '../time/month.ts'
import { formatSigned } from '../time/numbers.ts'
import { ADJUSTMENT_WORDS, STATEMENT_WORDS as words } from '../words/statements.ts'

type Adjustment = ResponseBody<typeof listAdjustments>[number]

const route = getRouteApi('/statements/adjustments')

/** What happened to redemptions after their month was closed. Each names its redemption. */
export function AdjustmentList() {
  const search = route.useSearch()
  const { month = lastMonth(new Date()), ...filter } = search
  const query = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
  const adjustments = useApiQuery(listAdjustments, { params: { month }, query })
  return (
    <>
      <AnchorLink to="/statements" search={{ month }} size="sm">
        {words.back}
      </AnchorLink>
      <PageHeading title={words.adjustmentsTitle} below={words.adjustmentsOf(monthName(month))} />
      <Loaded of={adjustments}>
        {(items) => (
          <DataTable
            label={words.adjustmentsTitle}
            items={items}
            columns={COLUMNS}
            keyOf={({ redemptionId, kind, at }) => [redemptionId, kind, at].join(' ')}
            empty={<Empty>{words.noAdjustments}</Empty>}
          />
        )}
      </Loaded>
    </>
  )
}

const COLUMNS: Column<Adjustment>[] = [
  {
    title: words.redemption,
    cell: ({ redemptionId }) => (
      <RecordLink to="/redemptions/$id" id={redemptionId} name={redemptionId} className="wrap" />
    ),
  },
  { title: words.redemptionMonth, nowrap: true, cell: ({ redemptionMonth }) => monthName(redemptionMonth) },
  { title: words.kind, cell: ({ kind }) => ADJUSTMENT_WORDS[kind] },
  { title: words.when, nowrap: true, cell: ({ at }) => <Moment at={at} /> },
  {
    title: words.count,
    isNumber: true,
    cell: ({ count }) => formatSigned(count),
  },
  {
    title: words.value,
    isNumber: true,
    cell: ({ value }) => (value === null ? words.noValue : <Money of={value} />),
  },
]
