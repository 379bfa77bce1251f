import { createFactLanguage } from './create-fact-language.ts'
import { ENGLISH } from './english.ts'
import { ENGLISH_FAILURES } from './english-failures.ts'
import { ENGLISH_FIELDS } from './english-fields.ts'
import { ENGLISH_REASONS } from './english-reasons.ts'
import { type Reason, reasonWriter } from './reason.ts'

/** The English of the API. */
export const IN_ENGLISH = createFactLanguage({
  words: ENGLISH,
  fields: ENGLISH_FIELDS,
  failures: ENGLISH_FAILURES,
  locale: 'en-GB',
})

const write = reasonWriter(IN_ENGLISH, ENGLISH_REASONS)

/** A reason as the API says it. */
export function reasonInEnglish(reason: Reason): string {
  return write([reason])?.[0] ?? reason.sentence
}
