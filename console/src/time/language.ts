import type { StaffLanguage } from '@counterfoil/contract/shapes/staff-language.ts'

declare const CONSOLE_LANGUAGE: StaffLanguage | undefined

/** The language that this console was built in. The build sets it; tests run in English. */
export const LANGUAGE: StaffLanguage = typeof CONSOLE_LANGUAGE === 'undefined' ? 'en' : CONSOLE_LANGUAGE

/** Numbers and dates as in the reader's region, if the browser names one for this language. */
export const LOCALE = localeOf(LANGUAGE, navigator.languages ?? [])

/** For dates in sentences: the English of the console is British, whatever the region. */
export const SENTENCE_LOCALE = LANGUAGE === 'en' ? 'en-GB' : LOCALE

/** Arabic is written with the digits of ids, codes and inputs. */
export function localeOf(language: string, wanted: readonly string[]): string {
  const found = wanted.find((tag) => languageAndScript(tag) === languageAndScript(language)) ?? language
  return language === 'ar' ? new Intl.Locale(found, { numberingSystem: 'latn' }).toString() : found
}

/** zh-SG matches zh-Hans, zh-TW does not. */
function languageAndScript(tag: string): string | null {
  try {
    const { language, script } = new Intl.Locale(tag).maximize()
    return `${language}-${script}`
  } catch {
    return null
  }
}
