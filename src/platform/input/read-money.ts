import { formatAmount, type Money, type MoneyText, parseAmount } from '@counterfoil/contract/money.ts'
import { decimalsOf } from '../currencies.ts'
import { invalid, type Refusal } from '../refusal.ts'

/** Reads money by the decimals of its currency. `paths` are the places of both parts in the request. */
export function readMoney(
  { amount, currency }: MoneyText,
  paths: { amount: string; currency: string },
): Money | Refusal {
  const decimals = decimalsOf(currency)
  if (decimals === null)
    return invalid({ path: paths.currency, message: `${currency} is not a currency of ISO 4217` })
  const minor = parseAmount(amount, decimals)
  if (minor === null) return invalid({ path: paths.amount, message: decimalsMessage(currency, decimals) })
  return { minor, currency, decimals }
}

function decimalsMessage(currency: string, decimals: number): string {
  const example = formatAmount(5n * 10n ** BigInt(decimals), decimals)
  return `must be an amount in ${currency}, which has ${decimals} decimals, as in "${example}"`
}
