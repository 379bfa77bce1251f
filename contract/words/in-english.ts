import { ENGLISH } from './english.ts'
import { ENGLISH_FIELDS } from './english-fields.ts'
import { ENGLISH_REASONS } from './english-reasons.ts'
import type { FactLanguage } from './fact-words.ts'
import { type Reason, reasonWriter } from './reason.ts'

const TIME = { dateStyle: 'medium', timeStyle: 'short' } as const
const IN_UTC = new Intl.DateTimeFormat('en-GB', { ...TIME, timeZone: 'UTC' })

/** A time that cannot be read stays as it is: entries of any age are shown. */
function writeTime(value: string, timeZone?: string): string {
  const at = new Date(value)
  if (Number.isNaN(at.getTime())) return value
  if (timeZone === undefined) return `${IN_UTC.format(at)} UTC`
  return `${new Intl.DateTimeFormat('en-GB', { ...TIME, timeZone }).format(at)} (${timeZone})`
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

const write = reasonWriter(IN_ENGLISH, ENGLISH_REASONS)

/** A reason as the API says it. */
export function reasonInEnglish(reason: Reason): string {
  return write([reason])?.[0] ?? reason.sentence
}
