import { formatMoney, type Money, type MoneyText } from '@counterfoil/contract/money.ts'
import type { Reader } from './db.ts'

/** Money as a statement selects it. The minor units are text: JSON would round large ones. */
export type StoredMoney = Omit<Money, 'minor'> & { minor: string }

/** Selects the value of a row of vouchers, redemptions or statements as one column. */
export const moneyOf = (sql: Reader, table: string) => {
  const name = (column: string) => sql.unsafe(`${table}.value_${column}`)
  return sql`case when ${name('minor')} is not null then json_build_object(
    'minor', ${name('minor')}::text, 'currency', ${name('currency')}, 'decimals', ${name('decimals')}) end`
}

export function toMoney({ minor, currency, decimals }: StoredMoney): Money {
  return { minor: BigInt(minor), currency, decimals }
}

/** As the API writes it. */
export function toMoneyText(stored: StoredMoney | null): MoneyText | null {
  return stored === null ? null : formatMoney(toMoney(stored))
}

/** The columns of a row that holds money. */
export function moneyColumns(money: Money | null) {
  return {
    valueMinor: money?.minor ?? null,
    valueCurrency: money?.currency ?? null,
    valueDecimals: money?.decimals ?? null,
  }
}
