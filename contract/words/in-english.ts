import { ENGLISH } from './english.ts'
import { ENGLISH_FIELDS } from './english-fields.ts'
import type { FactLanguage } from './fact-words.ts'

const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** A time that cannot be read stays as it is: entries of any age are shown. */
function writeTime(value: string): string {
  const at = new Date(value)
  return Number.isNaN(at.getTime()) ? value : `${TIME.format(at)} UTC`
}

/** The English of the API: times are in UTC, and money is written as in the API. */
export const IN_ENGLISH: FactLanguage = {
  words: ENGLISH,
  fields: ENGLISH_FIELDS,
  locale: 'en-GB',
  isRightToLeft: false,
  writeTime,
  writeMoney: ({ amount, currency }) => `${amount} ${currency}`,
}
