import { formatNumber } from '../../time/numbers.ts'
import type * as english from '../redemptions.ts'
import type { WordsOf } from '../words-of.ts'

export const REDEMPTION_WORDS: WordsOf<typeof english.REDEMPTION_WORDS> = {
  title: 'عمليات الاستخدام',
  one: 'عملية استخدام',
  back: '→ عمليات الاستخدام',
  when: 'متى',
  voucher: 'القسيمة',
  user: 'المستخدم',
  merchant: 'التاجر',
  outlet: 'الفرع',
  partner: 'الشريك',
  status: 'الحالة',
  flagReason: 'سبب التعليم',
  reviewed: 'المراجعة',
  isReviewed: 'تمت مراجعتها',
  voidedFilter: 'ملغاة',
  isVoided: 'ملغاة',
  notVoided: 'غير ملغاة',
  rejectedOnly: 'مرفوضة غير ملغاة',
  notReviewed: 'لم تُراجَع',
  distance: 'المسافة',
  meters: (meters) => `${formatNumber(meters)} م`,
  noDistance: 'غير معروفة',
  code: 'الرمز',
  noCode: 'لا يوجد',
  value: 'القيمة',
  noValue: 'لا توجد',
  statementMonth: 'كشف حساب شهر',
  outcome: 'نتيجة المراجعة',
  none: 'لم تُستخدم أي قسيمة بعد.',
  voided: 'ملغاة',
  facts: 'عن عملية الاستخدام هذه',
  cycle: 'تُحتسب في',
  oneTime: 'إجمالي المستخدم',
  position: 'الجهاز',
  positionOf: (lat, lng, accuracy) =>
    accuracy === null ? `\u2066${lat}, ${lng}\u2069` : `\u2066${lat}, ${lng} (± ${accuracy} m)\u2069`,
  noPosition: 'لم يشارك الموقع',
  voidedAt: 'أُلغيت في',
  voidReason: 'السبب',
  review: 'المراجعة',
  reviewedBy: (outcome, name) => `${outcome} (المُراجع: \u2068${name}\u2069)`,
  reviewNote: 'ملاحظة',
  deliveries: 'عمليات تسليم Webhook',
  noDeliveries: 'لم تُرسل رسالة Webhook، أو مضى عليها أكثر من 30 يومًا.',
  deliveryEvent: 'الحدث',
  deliveryState: 'الحالة',
  attempts: 'المحاولات',
  lastResponse: 'آخر رد',
  noResponse: 'لا يوجد',
  void: 'إلغاء',
  voidTitle: 'إلغاء عملية الاستخدام هذه؟',
  voidConsequence: (voucher, user) =>
    `يستعيد «\u2068${user}\u2069» استخدامًا واحدًا للقسيمة «\u2068${voucher}\u2069»، وكذلك حدها الأقصى الإجمالي. ويُبلَّغ الشريك بالسبب الذي تكتبه. لا يعود الرمز المسلَّم إلى مجموعة الرموز. لا يمكن التراجع عن ذلك.`,
  voidReasonHint: 'يراه الشريك.',
  voidAction: 'إلغاء عملية الاستخدام',
  voidDone: (voucher) => `تم إلغاء عملية استخدام «\u2068${voucher}\u2069».`,
  alreadyVoided: 'سبق إلغاؤها.',
}

export const REVIEW_WORDS: WordsOf<typeof english.REVIEW_WORDS> = {
  title: 'قائمة المراجعة',
  below: 'عمليات استخدام لم تُفحص مسافتها. إنها محتسبة، والمراجعة تسجّل قرارك فقط.',
  position: (index, count, isMore) =>
    isMore
      ? `${formatNumber(index)} من أكثر من ${formatNumber(count)}`
      : `${formatNumber(index)} من ${formatNumber(count)}`,
  done: 'لا شيء ينتظر المراجعة.',
  previous: 'السابقة',
  next: 'التالية',
  accept: 'قبول',
  reject: 'رفض',
  rejectAndVoid: 'رفض وإلغاء',
  rejectAndVoidTitle: 'رفض عملية الاستخدام هذه وإلغاؤها؟',
  rejectedAndVoided: (user) => `تم رفض عملية استخدام «\u2068${user}\u2069» وإلغاؤها.`,
  asList: 'عرض كقائمة',
  keys: 'المفاتيح: \u2066j\u2069 التالية، \u2066k\u2069 السابقة، \u2066a\u2069 قبول، \u2066r\u2069 رفض، \u2066v\u2069 رفض وإلغاء',
  note: 'ملاحظة (اختيارية)',
  accepted: (user) => `تم قبول عملية استخدام «\u2068${user}\u2069».`,
  rejected: (user) => `تم رفض عملية استخدام «\u2068${user}\u2069». ما زالت محتسبة: ألغها إن وجب ذلك.`,
  userDay: 'ما فعله هذا المستخدم أيضًا في ذلك اليوم',
  outletDay: 'ما حدث أيضًا في هذا الفرع في ذلك اليوم',
  outcome: 'النتيجة',
  nothingElse: 'لا شيء آخر.',
  dayIn: (day, zone) => `${day}، \u2068${zone}\u2069`,
  more: 'يُعرض الأحدث فقط.',
  open: 'فتح عملية الاستخدام',
}

export const STATUS_WORDS: WordsOf<typeof english.STATUS_WORDS> = {
  SUCCESS: 'تم الاستخدام',
  FLAGGED: 'مُعلَّمة',
}

export const FLAG_REASON_WORDS: WordsOf<typeof english.FLAG_REASON_WORDS> = {
  outlet_not_geolocated: 'ليس للفرع إحداثيات',
  gps_unavailable: 'لم يشارك الجهاز موقعه',
}

export const OUTCOME_WORDS: WordsOf<typeof english.OUTCOME_WORDS> = {
  ACCEPTED: 'مقبولة',
  REJECTED: 'مرفوضة',
}
