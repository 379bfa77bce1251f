import type { StaffLanguage } from '../shapes/staff-language.ts'
import { ARABIC } from './arabic.ts'
import { ARABIC_FAILURES } from './arabic-failures.ts'
import { ARABIC_FIELDS } from './arabic-fields.ts'
import { CHINESE } from './chinese.ts'
import { CHINESE_FAILURES } from './chinese-failures.ts'
import { CHINESE_FIELDS } from './chinese-fields.ts'
import { createFactLanguage } from './create-fact-language.ts'
import type { FactLanguage } from './fact-words.ts'
import { IN_ENGLISH } from './in-english.ts'
import { MALAY } from './malay.ts'
import { MALAY_FAILURES } from './malay-failures.ts'
import { MALAY_FIELDS } from './malay-fields.ts'

/** For messages to people outside the console. Arabic is written with the digits of ids and codes. */
export const FACT_LANGUAGES: Record<StaffLanguage, FactLanguage> = {
  en: IN_ENGLISH,
  ms: createFactLanguage({ words: MALAY, fields: MALAY_FIELDS, failures: MALAY_FAILURES, locale: 'ms' }),
  'zh-Hans': createFactLanguage({
    words: CHINESE,
    fields: CHINESE_FIELDS,
    failures: CHINESE_FAILURES,
    locale: 'zh-Hans',
  }),
  ar: createFactLanguage({
    words: ARABIC,
    fields: ARABIC_FIELDS,
    failures: ARABIC_FAILURES,
    locale: 'ar-u-nu-latn',
  }),
}
