import { LOCALE } from '../time/language.ts'

const NAMES = new Intl.DisplayNames(LOCALE, { type: 'language', fallback: 'code' })

/** “Malay (ms)”. */
export function languageName(tag: string): string {
  try {
    const name = NAMES.of(tag)
    return name === undefined || name === tag ? tag : `${name} (${tag})`
  } catch {
    return tag
  }
}

/** A tag in its usual case, `zh-hans` as `zh-Hans`; null if it is none that the pattern allows. */
export function readLanguageTag(text: string, pattern: string): string | null {
  try {
    const [tag] = Intl.getCanonicalLocales(text.trim().replaceAll('_', '-'))
    return tag !== undefined && new RegExp(pattern, 'u').test(tag) ? tag : null
  } catch {
    return null
  }
}
