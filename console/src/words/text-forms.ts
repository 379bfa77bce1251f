import type { TextForm } from '@counterfoil/contract/shapes/text-forms.ts'

/** The forms of text in words that complete “Must be …”. */
export const TEXT_FORM_WORDS: Record<TextForm, string> = {
  slug: '1 to 63 lower-case letters, digits and hyphens, with no hyphen at either end',
  image: 'a path under /uploads/ or an https URL',
  color: 'a color in the form #rrggbb',
  shareUrl: 'an https URL with {path} after the host, once',
  origin: 'an https origin without a path; for development also http://localhost or http://127.0.0.1',
  uuid: 'a uuid',
  categorySlug: 'upper-case letters, digits and underscores',
  secret: '32 to 512 visible ASCII characters',
  languageTag: 'a language tag such as ms, zh-Hans or pt-BR',
  country: 'two letters (ISO 3166-1 alpha-2)',
  timeOfDay: 'a time from 00:00 to 23:59',
  closingTime: 'a time from 00:00 to 24:00',
  pin: 'exactly 4 digits, 0 to 9',
  amount: 'a number with a decimal point and at most 12 digits before it',
  currency: 'three upper-case letters (ISO 4217)',
  month: 'a month, as in 2026-11',
  value: 'an amount and a currency, as in 5.00 MYR',
  recordId: 'the kind and the id of a record',
  email: 'an e-mail address',
  base64url: 'base64url',
  factorCode: '6 digits from the authenticator app',
  time: 'a date and a time',
  date: 'a date such as 2026-12-25',
}
