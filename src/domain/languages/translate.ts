import type { Language } from './language-choice.ts'

/** Texts by language tag, as they are stored. Null or absent if there are none. */
export type Translations = Readonly<Record<string, Readonly<Record<string, string | undefined>>>> | null

/** Returns the object with each text in the language, if a translation has it. */
export function translate<T extends object>(
  row: T & { translations?: Translations },
  language: Language | null,
): T {
  const { translations } = row
  if (!language || language.tags.length === 0 || !translations) return row
  // The best language is applied last, over the texts of less suitable ones.
  return Object.assign({}, row, ...language.tags.toReversed().map((tag) => translations[tag]))
}

/** Whether the translations contain a text for the language. */
export function isTranslated(translations: Translations | undefined, { tags }: Language): boolean {
  return !!translations && tags.some((tag) => translations[tag] !== undefined)
}
