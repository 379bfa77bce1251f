import type * as english from '../filters.ts'
import type { WordsOf } from '../words-of.ts'

export const FILTER_WORDS: WordsOf<typeof english.FILTER_WORDS> = {
  partner: 'الشريك',
  merchant: 'التاجر',
  category: 'الفئة',
  outlet: 'الفرع',
  voucher: 'القسيمة',
  user: 'المستخدم',
  from: (zone) => `من (\u2068${zone}\u2069)`,
  to: (zone) => `قبل (\u2068${zone}\u2069)`,
}
