import type * as english from '../categories.ts'
import type { WordsOf } from '../words-of.ts'

export const CATEGORY_WORDS: WordsOf<typeof english.CATEGORY_WORDS> = {
  title: 'الفئات',
  one: 'الفئة',
  subCategories: 'الفئات الفرعية',
  noSubCategories: 'لا يوجد',
  changed: 'آخر تعديل',
  actions: 'الإجراءات',
  edit: 'تعديل',
  editTitle: (name) => `تعديل «\u2068${name}\u2069»`,
  create: 'فئة جديدة',
  createTitle: 'فئة جديدة',
  createAction: 'إنشاء الفئة',
  saved: (name) => `تم حفظ «\u2068${name}\u2069».`,
  slugHint: 'أحرف لاتينية كبيرة وأرقام وشرطات سفلية. لا يمكن تغييره لاحقًا.',
  add: 'إضافة فئة فرعية',
  newName: 'اسم الفئة الفرعية',
  removeOne: (name) => (name ? `إزالة «\u2068${name}\u2069»` : 'إزالة الفئة الفرعية الجديدة'),
  removeHint: 'لا يمكن إزالة فئة فرعية يستخدمها تجار.',
}

export const CATEGORY_LABELS: WordsOf<typeof english.CATEGORY_LABELS> = {
  slug: 'المعرّف النصي',
  name: 'الاسم',
  subCategories: 'الفئات الفرعية',
  translations: 'الترجمات',
}
