import type * as english from '../partner-outlets.ts'
import type { WordsOf } from '../words-of.ts'

export const PARTNER_OUTLET_WORDS: WordsOf<typeof english.PARTNER_OUTLET_WORDS> = {
  title: 'الفروع',
  intro: 'فروع كل التجار في نطاق الشريك، الأحدث أولًا.',
  one: 'الفرع',
  merchant: 'التاجر',
  city: 'المدينة',
  state: 'الحالة',
  search: 'ابحث بالاسم أو العنوان',
  none: 'ليس لأي تاجر في النطاق فرع.',
}
