import { ARABIC } from './ar.ts'
import type { DemoTexts } from './demo-texts.ts'
import { MALAY } from './ms.ts'
import { SIMPLIFIED_CHINESE } from './zh-hans.ts'

/** The demo data is in English, the base language. */
const LANGUAGES: Record<string, DemoTexts> = { ms: MALAY, 'zh-Hans': SIMPLIFIED_CHINESE, ar: ARABIC }

/** The translations of a record. `find` returns its texts in one language. */
export function translationsOf<T>(find: (texts: DemoTexts) => T | undefined): Record<string, T> {
  return Object.fromEntries(
    Object.entries(LANGUAGES).flatMap(([tag, texts]) => {
      const found = find(texts)
      return found === undefined ? [] : [[tag, found]]
    }),
  )
}

/** The title, description and terms of a merchant's voucher, by its place in the demo data. */
export function voucherTranslations(slug: string, place: number) {
  return translationsOf(({ merchants }) => {
    const texts = merchants[slug]?.vouchers[place]
    if (!texts) return undefined
    const [title, description, terms] = texts
    return { title, description, terms }
  })
}

/** The name of a category or sub-category. */
export function nameTranslations(kind: 'categories' | 'subCategories', name: string) {
  return translationsOf((texts) => {
    const found = texts[kind][name]
    return found === undefined ? undefined : { name: found }
  })
}
