import type * as english from '../saved-filters.ts'
import type { WordsOf } from '../words-of.ts'

export const SAVED_FILTER_WORDS: WordsOf<typeof english.SAVED_FILTER_WORDS> = {
  none: 'لا عوامل تصفية محفوظة لهذه القائمة.',
  save: 'حفظ عوامل التصفية هذه…',
  saveTitle: 'حفظ عوامل التصفية هذه',
  saveAction: 'حفظ',
  name: 'الاسم',
  shared: 'مشتركة مع زملائي',
  leftOut: 'لا تُحفظ التصفية حسب المستخدم، لأنها تسمّي شخصًا.',
  saved: (name) => `تم حفظ «\u2068${name}\u2069».`,
  nothingToSave: 'حدد عامل تصفية أولًا.',
  by: (name) => `شاركها «\u2068${name}\u2069»`,
  own: 'خاصة بك',
  isShared: 'خاصة بك ومشتركة',
  remove: (name) => `حذف «\u2068${name}\u2069»`,
  removed: (name) => `تم حذف «\u2068${name}\u2069».`,
}
