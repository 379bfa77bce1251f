import { AnchorLink } from '../kit/links.tsx'
import { MarkedTitle } from '../kit/marked-title.tsx'
import { Money } from '../kit/money.tsx'
import { TwoLines } from '../kit/two-lines.tsx'
import { type Column, DataTable } from '../list/data-table.tsx'
import { formatNumber, formatSigned } from '../time/numbers.ts'
import { STATEMENT_WORDS as words } from '../words/statements.ts'
import { keyOfRow, redemptionsOf, type StatementRow, titleOf } from './statement-row.ts'

/** Every number leads to its redemptions. Net and total are computed from the numbers before them. */
export function StatementTable({ month, rows }: { month: string; rows: StatementRow[] }) {
  return <DataTable label={words.title} items={rows} columns={columnsOf(month)} keyOf={keyOfRow} />
}

const COUNTED = {
  redeemed: {},
  voided: { voided: true },
  rejected: { reviewOutcome: 'REJECTED', voided: false },
  unreviewed: { status: 'FLAGGED', reviewed: false, voided: false },
} as const

function columnsOf(month: string): Column<StatementRow>[] {
  const counted = (name: keyof typeof COUNTED): Column<StatementRow> => ({
    title: words[name],
    isNumber: true,
    cell: (row) => <Counted month={month} row={row} name={name} />,
  })
  return [
    {
      title: words.voucher,
      cell: (row) => (
        <TwoLines
          main={<MarkedTitle title={row.voucherTitle} />}
          below={
            <>
              <bdi>{row.merchantName}</bdi> · <bdi>{row.partnerName}</bdi>
            </>
          }
        />
      ),
    },
    { title: words.number, nowrap: true, cell: ({ number }) => number },
    {
      title: words.value,
      isNumber: true,
      cell: ({ value }) => (value === null ? words.noValue : <Money of={value} />),
    },
    counted('redeemed'),
    counted('voided'),
    counted('rejected'),
    {
      title: words.adjustments,
      isNumber: true,
      cell: (row) => <Adjustments month={month} row={row} />,
    },
    { title: words.net, isNumber: true, cell: ({ net }) => formatNumber(net) },
    { title: words.total, isNumber: true, cell: ({ total }) => total !== null && <Money of={total} /> },
    counted('unreviewed'),
  ]
}

function Counted({ month, row, name }: { month: string; row: StatementRow; name: keyof typeof COUNTED }) {
  const count = row[name]
  if (count === 0) return '0'
  return (
    <AnchorLink
      to="/redemptions"
      search={redemptionsOf(month, row, COUNTED[name])}
      size="sm"
      aria-label={`${words.show(words[name], titleOf(row))}: ${count}`}
    >
      {formatNumber(count)}
    </AnchorLink>
  )
}

function Adjustments({ month, row }: { month: string; row: StatementRow }) {
  const { merchantId, partnerId, voucherId, adjustments } = row
  if (adjustments === 0) return '0'
  return (
    <AnchorLink
      to="/statements/adjustments"
      search={{ month, merchantId, partnerId, voucherId }}
      size="sm"
      aria-label={`${words.show(words.adjustments, titleOf(row))}: ${adjustments}`}
    >
      {formatSigned(adjustments)}
    </AnchorLink>
  )
}
