import { formatAmount, type MoneyText } from '@counterfoil/contract/money.ts'

/** A row of a statement, or the sum of rows in one currency. `total` is null without a value. */
export type Sum = { net: number; total: MoneyText | null }

/** The sums of rows by currency, rows without a value last. Exact: amounts are whole numbers of their smallest unit. */
export function sumsOf(rows: Sum[]): Sum[] {
  const byUnit = Map.groupBy(rows, ({ total }) => total && `${total.currency} ${decimalsOf(total)}`)
  return [...byUnit.values()]
    .map((own) => {
      const first = own[0]?.total ?? null
      const net = own.reduce((sum, row) => sum + row.net, 0)
      if (first === null) return { net, total: null }
      const minor = own.reduce((sum, { total }) => sum + BigInt((total?.amount ?? '0').replace('.', '')), 0n)
      return { net, total: { amount: formatAmount(minor, decimalsOf(first)), currency: first.currency } }
    })
    .sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
}

const decimalsOf = ({ amount }: MoneyText) => amount.split('.')[1]?.length ?? 0

/** After every code of a currency. */
const LAST = '~'
const orderOf = ({ total }: Sum) => total?.currency ?? LAST
