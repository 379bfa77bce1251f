/** An amount of money: a whole number of the smallest unit of its currency. 500 with 2 decimals is 5.00. */
export type Money = { minor: bigint; currency: string; decimals: number }

/** Money as the API writes it: decimal text with the decimals of the currency. */
export type MoneyText = { amount: string; currency: string }

export const MAX_WHOLE_DIGITS = 12

const AMOUNT = /^([0-9]+)(?:\.([0-9]+))?$/

/**
 * Reads an amount that is not negative. Returns null if the text is not a decimal number, has more decimals than the
 * currency, or more than 12 digits before the point. Missing decimals are zeros: "5" and "5.0" are 5.00.
 */
export function parseAmount(text: string, decimals: number): bigint | null {
  const [, whole = '', fraction = ''] = AMOUNT.exec(text) ?? []
  if (whole === '' || whole.length > MAX_WHOLE_DIGITS || fraction.length > decimals) return null
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

/** Writes an amount of either sign, always with all decimals of its currency. */
export function formatAmount(minor: bigint, decimals: number): string {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(decimals + 1, '0')
  const point = digits.length - decimals
  const fraction = decimals === 0 ? '' : `.${digits.slice(point)}`
  return `${minor < 0n ? '-' : ''}${digits.slice(0, point)}${fraction}`
}

export function formatMoney({ minor, currency, decimals }: Money): MoneyText {
  return { amount: formatAmount(minor, decimals), currency }
}

/** Exact: there is nothing to round. */
export function multiply({ minor, ...unit }: Money, times: number): Money {
  return { minor: minor * BigInt(times), ...unit }
}
