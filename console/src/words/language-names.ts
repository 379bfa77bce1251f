import type { StaffLanguage } from '@counterfoil/contract/shapes/staff-language.ts'

/** Each language in its own words, so that everybody finds theirs. These are not translated. */
export const LANGUAGE_NAMES: Record<StaffLanguage, string> = {
  en: 'English',
  ms: 'Bahasa Melayu',
  'zh-Hans': '简体中文',
  ar: 'العربية',
}
