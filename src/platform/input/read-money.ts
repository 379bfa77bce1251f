import { formatAmount, type Money, type MoneyText, parseAmount } from '@counterfoil/contract/money.ts'
import { decimalsOf } from '../currencies.ts'
import { type Issue, invalid, issueAt, type Refusal } from '../refusal.ts'

/** Reads money by the decimals of its currency. `paths` are the places of both parts in the request. */
export function readMoney(
  { amount, currency }: MoneyText,
  paths: { amount: string; currency: string },
): Money | Refusal {
  const decimals = decimalsOf(currency)
  if (decimals === null) return invalid(issueAt(paths.currency, 'issue.currency', { currency }))
  const minor = parseAmount(amount, decimals)
  if (minor === null) return invalid(amountIssue(paths.amount, currency, decimals))
  return { minor, currency, decimals }
}

function amountIssue(path: string, currency: string, decimals: number): Issue {
  const example = formatAmount(5n * 10n ** BigInt(decimals), decimals)
  return issueAt(path, 'issue.amount', { currency, decimals, example })
}
