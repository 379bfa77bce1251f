import type * as english from '../look-up-page.ts'
import type { WordsOf } from '../words-of.ts'

export const LOOK_UP_WORDS: WordsOf<typeof english.LOOK_UP_WORDS> = {
  title: 'البحث',
  search: 'ابحث عن مستخدم أو عملية استخدام أو رمز أو حدث أو طلب',
  hint: 'المستخدمون بالمعرّف الخارجي أو البريد الإلكتروني أو الهاتف أو الاسم. عمليات الاستخدام بالمعرّف أو الرمز الكامل. عمليات التسليم بمعرّف الحدث. الطلبات الفاشلة بمعرّف الطلب. التجار والقسائم والشركاء بالاسم.',
  hintForMerchant: 'عمليات الاستخدام بالمعرّف أو الرمز الكامل. القسائم بالعنوان.',
  hintForPartner:
    'المستخدمون بالمعرّف الخارجي أو البريد الإلكتروني أو الهاتف أو الاسم. عمليات الاستخدام بالمعرّف أو الرمز الكامل. عمليات التسليم بمعرّف الحدث. الطلبات الفاشلة بمعرّف الطلب.',
  results: 'النتائج',
  none: (q) => `لا شيء يطابق «\u2068${q}\u2069». يجب أن تكون الرموز والمعرّفات كاملة.`,
  allUsers: 'تصفّح كل المستخدمين',
  moreUsers: 'عرض كل المستخدمين المطابقين',
}

export const HIT_TYPE_WORDS: WordsOf<typeof english.HIT_TYPE_WORDS> = {
  user: 'المستخدمون',
  redemption: 'عمليات الاستخدام',
  merchant: 'التجار',
  voucher: 'القسائم',
  partner: 'الشركاء',
  delivery: 'عمليات تسليم Webhook',
  request: 'الطلبات الفاشلة',
}
