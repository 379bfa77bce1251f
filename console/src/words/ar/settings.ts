import { SENTENCE_LOCALE } from '../../time/language.ts'
import type * as english from '../settings.ts'
import type { WordsOf } from '../words-of.ts'

export const SETTINGS_WORDS: WordsOf<typeof english.SETTINGS_WORDS> = {
  title: 'الإعدادات',
  secondFactor: 'عامل التحقق الثاني',
  intro: 'يجب أن يكون لأصحاب هذه الأدوار مفتاح مرور أو تطبيق مصادقة. يُحتسب الدخول الموحّد عاملين.',
  roles: 'مطلوب من',
  save: 'حفظ',
  changedAt: 'آخر تعديل',
  readOnly: 'تعديل هذا للمسؤول فقط.',
  confirmTitle: 'تغيير من يحتاج إلى عامل تحقق ثانٍ؟',
  newlyRequired: (roles) =>
    `من الآن، لا يمكن لمن دوره ${roles} وليس لديه عامل تحقق ثانٍ إلا إضافة عامل. يسري هذا فورًا، على الجلسات المفتوحة أيضًا.`,
  noLongerRequired: (roles) => `يمكن لمن دوره ${roles} الدخول بكلمة المرور وحدها.`,
  yourself: 'ليس لديك عامل تحقق ثانٍ، لذا سيُطلب منك إضافته الآن.',
  saved: 'تم حفظ الإعدادات.',
}

const LIST = new Intl.ListFormat(SENTENCE_LOCALE, { type: 'disjunction' })

export const listWords: typeof english.listWords = (items) => LIST.format(items)
