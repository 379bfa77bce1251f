import type { ENGLISH } from './english.ts'
import type { ENGLISH_FAILURES } from './english-failures.ts'
import type { ENGLISH_FIELDS } from './english-fields.ts'

/** A text for each plural form of a language. `#` is the count. */
export type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>
export type Template = string | Forms

/** A catalogue of the words of facts: the same keys as the English one, and plural forms where it has some. */
export type FactWords = {
  readonly [Part in keyof typeof ENGLISH]: {
    readonly [Key in keyof (typeof ENGLISH)[Part]]: (typeof ENGLISH)[Part][Key] extends string
      ? string
      : Forms
  }
}

export type FieldName = keyof typeof ENGLISH_FIELDS
export type FieldWords = Readonly<Record<FieldName, string>>

/** Why a call to another server failed: the same keys as in English. */
export type FailureWords = {
  readonly codes: Readonly<Record<keyof typeof ENGLISH_FAILURES.codes, string>>
  readonly withCode: string
  readonly sentences: Readonly<Record<keyof typeof ENGLISH_FAILURES.sentences, string>>
}

/** What changes from language to language, and from reader to reader. */
export type FactLanguage = {
  words: FactWords
  fields: FieldWords
  failures: FailureWords
  /** The tag of the language for `Intl`. */
  locale: string
  isRightToLeft: boolean
  /** Without a zone, in the one that the reader has chosen. */
  writeTime: (at: string, timeZone?: string) => string
  writeMoney: (money: { amount: string; currency: string }) => string
}
