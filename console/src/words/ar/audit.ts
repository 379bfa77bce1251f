import type * as english from '../audit.ts'
import type { WordsOf } from '../words-of.ts'

export const AUDIT_WORDS: WordsOf<typeof english.AUDIT_WORDS> = {
  title: 'سجل التدقيق',
  when: 'متى',
  who: 'من',
  what: 'ماذا',
  search: 'بحث: حد، نُشرت، Kopi…',
  person: 'من',
  kind: 'نوع السجل',
  record: 'اسم السجل',
  entry: 'القيد',
  open: 'عرض القيد',
  openOf: (summary) => `عرض القيد: \u2068${summary}\u2069`,
  change: 'التغيير',
  field: 'الحقل',
  before: 'قبل',
  after: 'بعد',
  notShown: 'لا يُعرض',
  raw: 'القيد الأصلي',
  csv: 'تصدير بصيغة CSV',
  none: 'لم يتغير شيء بعد.',
}

export const ACTOR_WORDS: WordsOf<typeof english.ACTOR_WORDS> = {
  key: 'مفتاح API',
  staff: 'الموظفون',
  cli: 'سطر الأوامر',
  system: 'النظام',
  partner: 'الشريك',
}

export const AUDIT_KIND_WORDS: WordsOf<typeof english.AUDIT_KIND_WORDS> = {
  partner: 'شريك',
  merchant: 'تاجر',
  outlet: 'فرع',
  voucher: 'قسيمة',
  category: 'فئة',
  staff: 'موظف',
  key: 'مفتاح API',
  user: 'مستخدم',
  redemption: 'عملية استخدام',
  delivery: 'عملية تسليم',
  image: 'صورة',
  featured: 'التجار المميّزون',
  settings: 'الإعدادات',
  maintenance: 'الصيانة',
  installation: 'التثبيت',
  month: 'شهر',
  alert_destination: 'وجهة تنبيهات',
  bulk: 'مهمة جماعية',
  audit: 'قيد تدقيق',
}
