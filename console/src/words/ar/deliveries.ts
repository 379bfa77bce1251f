import { formatNumber } from '../../time/numbers.ts'
import type * as english from '../deliveries.ts'
import type { WordsOf } from '../words-of.ts'

export const DELIVERY_WORDS: WordsOf<typeof english.DELIVERY_WORDS> = {
  facts: 'بيانات عملية التسليم',
  title: 'عمليات التسليم',
  one: 'عملية تسليم',
  back: '→ عمليات التسليم',
  intro: 'أحداث Webhook وردود المستقبِلين. تُحفظ 30 يومًا.',
  event: 'الحدث',
  partner: 'الشريك',
  state: 'الحالة',
  type: 'النوع',
  attempts: 'المحاولات',
  lastResponse: 'آخر رد',
  nextAttempt: 'المحاولة التالية',
  created: 'أُنشئت',
  actions: 'الإجراءات',
  none: 'لم يُسلَّم أي حدث بعد.',
  noResponse: 'لا رد',
  noResponseBecause: (error) => `لا رد: ${error}`,
  notPlanned: 'غير مقررة',
  onHold: 'عند استئناف نقطة الاستقبال',
  retry: 'إعادة الإرسال',
  retried: 'تجري إعادة إرسال الحدث.',
  user: 'المستخدم',
  delivered: 'سُلّمت',
  body: 'المحتوى',
  bodyText: 'ترسل كل محاولة هذه البايتات نفسها.',
  formatted: 'عرضه منسقًا',
  headers: 'الترويسات',
  header: 'الترويسة',
  value: 'القيمة',
  headersText: (number) =>
    number > 0 ? `كما أُرسلت مع المحاولة رقم ${formatNumber(number)}.` : 'كما سترسلها المحاولة الأولى.',
  signedAfresh: 'توقيع جديد لكل محاولة، لا يُخزَّن',
  userAgent: '\u200F\u2066Counterfoil/\u2069 ثم إصدار الخدمة',
  attemptsTitle: 'المحاولات والردود',
  noAttempts: 'لم يُرسل شيء بعد.',
  number: 'المحاولة',
  when: 'متى',
  status: 'الرد',
  duration: 'المدة',
  response: 'محتوى الرد',
  emptyResponse: '(فارغ)',
  milliseconds: (ms) => `\u2066${formatNumber(ms)} ms\u2069`,
}

export const DELIVERY_STATE_WORDS: WordsOf<typeof english.DELIVERY_STATE_WORDS> = {
  PENDING: 'في الانتظار',
  DELIVERED: 'سُلّمت',
  FAILED: 'فشلت',
}

export const DELIVERY_FILTER_WORDS: WordsOf<typeof english.DELIVERY_FILTER_WORDS> = {
  UNDELIVERED: 'لم تُسلَّم',
  ...DELIVERY_STATE_WORDS,
}

export const EVENT_WORDS: WordsOf<typeof english.EVENT_WORDS> = {
  CLAIM_CREATED: 'حصول على قسيمة',
  REDEMPTION_CREATED: 'استخدام قسيمة',
  REDEMPTION_VOIDED: 'إلغاء عملية استخدام',
  VOUCHER_PUBLISHED: 'نشر قسيمة',
}

/** Every event type with its words. The contract's own list would load the schemas of all events. */
export const EVENT_OPTIONS = Object.entries(EVENT_WORDS).map(([value, label]) => ({ value, label }))
