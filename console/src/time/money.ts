import type { MoneyText } from '@counterfoil/contract/money.ts'
import { LOCALE } from './language.ts'

/** An amount with the code of its currency, since several currencies share a sign. Formats the text: no float is involved. */
export function formatMoney({ amount, currency }: MoneyText): string {
  const decimals = amount.split('.')[1]?.length ?? 0
  return new Intl.NumberFormat(LOCALE, {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(amount as Intl.StringNumericLiteral)
}
