import { LOCALE } from './language.ts'

type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>

const NUMBERS = new Intl.NumberFormat(LOCALE)
const RULES = new Intl.PluralRules(LOCALE)

export function formatNumber(value: number): string {
  return NUMBERS.format(value)
}

const SIGNED = new Intl.NumberFormat(LOCALE, { signDisplay: 'exceptZero' })

/** `+3`, `−3`, `0` */
export function formatSigned(value: number): string {
  return SIGNED.format(value)
}

/** The form of the language for this count. `#` stands for the count. */
export function plural(count: number, forms: Forms): string {
  return (forms[RULES.select(count)] ?? forms.other).replaceAll('#', formatNumber(count))
}
