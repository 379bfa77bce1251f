import type { MoneyText } from '@counterfoil/contract/money.ts'
import { LANGUAGE, LOCALE } from './language.ts'

/** An amount with the code of its currency, since several currencies share a sign. Formats the text: no float is involved. */
export function formatMoney({ amount, currency }: MoneyText): string {
  const decimals = amount.split('.')[1]?.length ?? 0
  const text = new Intl.NumberFormat(LOCALE, {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(amount as Intl.StringNumericLiteral)
  return LANGUAGE === 'ar' ? fromLeftToRight(text) : text
}

/** Arabic puts an amount and its currency in one order, whatever the sign and the text around them. */
function fromLeftToRight(text: string): string {
  return `\u2066${text.replaceAll(/[\u061C\u200E\u200F]/g, '')}\u2069`
}
