import type * as english from '../notes.ts'
import type { WordsOf } from '../words-of.ts'

export const NOTE_WORDS: WordsOf<typeof english.NOTE_WORDS> = {
  title: 'الملاحظات',
  none: 'لا ملاحظات.',
  forOperator: 'لفريقك فقط. لا يراها التجار والشركاء والعملاء.',
  forMerchant: 'لفريقك. ويراها أيضًا مشغّل هذه الخدمة.',
  text: 'ملاحظة جديدة',
  add: 'إضافة الملاحظة',
  added: 'تمت إضافة الملاحظة.',
  remove: 'إزالة',
  removeNote: (author) => `إزالة ملاحظة «\u2068${author}\u2069»`,
  removeTitle: 'إزالة هذه الملاحظة؟',
  removeConsequence: 'يُحذف النص لدى الجميع. ويبقى في التاريخ أنه كانت هناك ملاحظة.',
  removed: 'تمت إزالة الملاحظة.',
  more: 'عرض الملاحظات الأقدم',
}
