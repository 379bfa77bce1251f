import type { viewStatementSettings } from '@counterfoil/contract/admin/statements.ts'
import { plainText } from '@counterfoil/contract/markup.ts'
import type { MoneyText } from '@counterfoil/contract/money.ts'
import type { ResponseBody } from '../api/call.ts'
import { formatMoment } from '../time/moment.tsx'
import { formatMoney as formatWhole } from '../time/money.ts'
import { daysOf, monthName } from '../time/month.ts'
import { formatNumber, formatSigned } from '../time/numbers.ts'
import { ADJUSTMENT_WORDS, STATEMENT_WORDS as words } from '../words/statements.ts'
import type { Adjustment, Paper, Papers } from './all-rows.ts'
import { keyOfRow, type StatementRow } from './statement-row.ts'
import { sumsOf } from './sums.ts'

export type Issuer = ResponseBody<typeof viewStatementSettings>['issuer']
type Month = Omit<Papers, 'papers'>

/** On paper, a large amount may wrap after its currency. */
const formatMoney = (money: MoneyText) => formatWhole(money).replaceAll('\u00a0', ' ')

/** One statement for A4. A long table repeats its headings on every sheet. */
export function StatementPaper({ paper, month, issuer }: { paper: Paper; month: Month; issuer: Issuer }) {
  const { rows, adjustments } = paper
  const unreviewed = rows.reduce((sum, row) => sum + row.unreviewed, 0)
  return (
    <article className="paper" aria-label={titleOf(rows[0])}>
      <Letterhead issuer={issuer} />
      <h1>{titleOf(rows[0])}</h1>
      <Parties row={rows[0]} month={month} />
      <Rows rows={rows} />
      {unreviewed > 0 && <p>{words.unreviewedNote(unreviewed)}</p>}
      {adjustments.length > 0 && <Adjustments adjustments={adjustments} zone={rows[0].timezone} />}
      <footer>
        {words.printedOn} {formatMoment(new Date().toISOString(), rows[0].timezone)}
      </footer>
    </article>
  )
}

function titleOf({ number }: StatementRow): string {
  return number === null ? words.draft : words.statementNumber(number)
}

function Letterhead({ issuer: { name, addressLines, registrationNumber, logoPath } }: { issuer: Issuer }) {
  return (
    <header>
      {logoPath !== null && <img src={logoPath} alt="" />}
      <address>
        {name !== null && (
          <strong>
            <bdi>{name}</bdi>
          </strong>
        )}
        {addressLines.map((line) => (
          <div key={line}>
            <bdi>{line}</bdi>
          </div>
        ))}
        {registrationNumber !== null && <div>{words.registration(registrationNumber)}</div>}
      </address>
    </header>
  )
}

function Parties({ row, month: { month, closedAt } }: { row: StatementRow; month: Month }) {
  const { first, last } = daysOf(month)
  const facts = [
    [words.merchant, row.merchantName],
    [words.partner, row.partnerName],
    [words.period, words.periodIn({ month: monthName(month), first, last, zone: row.timezone })],
    ...(closedAt === null ? [] : [[words.closedOn, formatMoment(closedAt, row.timezone)]]),
  ]
  return (
    <dl>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

const COUNTS = ['redeemed', 'voided', 'rejected', 'adjustments', 'net'] as const

function Rows({ rows }: { rows: StatementRow[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{words.voucher}</th>
          <th scope="col">{words.value}</th>
          {COUNTS.map((name) => (
            <th key={name} scope="col">
              {words[name]}
            </th>
          ))}
          <th scope="col">{words.total}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOfRow(row)}>
            <td>
              <bdi>{plainText(row.voucherTitle)}</bdi>
            </td>
            <td>{row.value === null ? words.noValue : formatMoney(row.value)}</td>
            {COUNTS.map((name) => (
              <td key={name}>{formatNumber(row[name])}</td>
            ))}
            <td>{row.total !== null && formatMoney(row.total)}</td>
          </tr>
        ))}
      </tbody>
      <tbody className="sums">
        {sumsOf(rows).map(({ net, total }) => (
          <tr key={total?.currency ?? ''}>
            <th scope="row" colSpan={2 + COUNTS.length - 1}>
              {words.sum} {total?.currency ?? words.withoutValue.toLowerCase()}
            </th>
            <td>{formatNumber(net)}</td>
            <td>{total !== null && formatMoney(total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Each adjustment names its redemption and its month. */
function Adjustments({ adjustments, zone }: { adjustments: Adjustment[]; zone: string }) {
  return (
    <section>
      <h2>{words.adjustmentsNote}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.redemption}</th>
            <th scope="col">{words.redemptionMonth}</th>
            <th scope="col">{words.kind}</th>
            <th scope="col">{words.when}</th>
            <th scope="col">{words.count}</th>
            <th scope="col">{words.value}</th>
          </tr>
        </thead>
        <tbody>
          {adjustments.map(({ redemptionId, redemptionMonth, kind, at, count, value }) => (
            <tr key={`${redemptionId} ${kind} ${at}`}>
              <td>{redemptionId}</td>
              <td>{monthName(redemptionMonth)}</td>
              <td>{ADJUSTMENT_WORDS[kind]}</td>
              <td>{formatMoment(at, zone)}</td>
              <td>{formatSigned(count)}</td>
              <td>{value === null ? words.noValue : formatMoney(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
