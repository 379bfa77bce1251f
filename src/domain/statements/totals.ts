import type { StatementRow, Statements } from '@counterfoil/contract/admin/statements.ts'
import { formatAmount, formatMoney, multiply } from '@counterfoil/contract/money.ts'
import type { Static } from 'typebox'
import { toMoney } from '../../platform/database/money-column.ts'
import type { CountedRow, CurrencySum } from './statement-queries.ts'

/** A row with its net number and its total. */
export function withTotal({ value: stored, ...row }: CountedRow): Static<typeof StatementRow> {
  const net = row.redeemed - row.voided - row.rejected + row.adjustments
  const value = stored && toMoney(stored)
  return {
    ...row,
    net,
    value: value && formatMoney(value),
    total: value && formatMoney(multiply(value, net)),
  }
}

/** By currency. Those without a value are last. */
export function sortSums(sums: CurrencySum[]): CurrencySum[] {
  const key = ({ currency }: CurrencySum) => currency ?? '~'
  return sums.toSorted((one, other) => (key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0))
}

type Total = Static<typeof Statements>['totals'][number]

/** The sums by currency. If a currency changed its decimals, values with both are added in the larger number of them. */
export function totalsOf(sums: CurrencySum[]): Total[] {
  const currencies = [...new Set(sums.map(({ currency }) => currency))]
  return currencies.map((currency) => {
    const parts = sums.filter((sum) => sum.currency === currency)
    const net = parts.reduce((all, part) => all + part.net, 0)
    if (currency === null) return { currency, net, total: null }
    const decimals = Math.max(...parts.map((part) => part.decimals ?? 0))
    const minor = parts.reduce(
      (all, part) => all + BigInt(part.sum ?? 0) * 10n ** BigInt(decimals - (part.decimals ?? 0)),
      0n,
    )
    return { currency, net, total: formatAmount(minor, decimals) }
  })
}
