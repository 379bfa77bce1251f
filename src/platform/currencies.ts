import { data } from 'currency-codes'

const decimals = new Map(
  // "Countries" that begin with ZZ stand for metals, bond units, tests and "no currency": nobody pays in them.
  data
    .filter(({ countries }) => !countries.some((name) => /^zz/i.test(name)))
    .map(({ code, digits }) => [code, digits]),
)

/**
 * The decimals of a currency by ISO 4217; null if there is no such currency. `Intl` has others: it has the decimals that
 * people write, such as none for IDR.
 */
export function decimalsOf(currency: string): number | null {
  return decimals.get(currency) ?? null
}
