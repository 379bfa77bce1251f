import { formatNumber } from '../../time/numbers.ts'
import type * as english from '../translations.ts'
import type { WordsOf } from '../words-of.ts'

export const TRANSLATION_WORDS: WordsOf<typeof english.TRANSLATION_WORDS> = {
  legend: 'لغات أخرى',
  intro: 'يرى المستخدمون هذه النصوص إن طلب تطبيقهم اللغة. ويُعرض النص الفارغ كما كُتب أعلاه.',
  tag: 'رمز اللغة',
  tagHint: 'مثل \u2066ms\u2069 للملايوية، \u2066zh-Hans\u2069 للصينية المبسّطة، \u2066ta\u2069 للتاميلية.',
  add: 'إضافة لغة',
  malformed: 'هذا ليس رمز لغة. أمثلة: \u2066ms, zh-Hans, pt-BR\u2069.',
  known: 'هذه اللغة موجودة هنا.',
  tooMany: (max) => `عدد اللغات الأقصى: ${formatNumber(max)}`,
  remove: (language) => `إزالة \u2068${language}\u2069`,
  unnamed: 'فئة فرعية جديدة',
  fieldIn: (field, language) => `${field} (\u2068${language}\u2069)`,
}
