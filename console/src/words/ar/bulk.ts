import type { BULK_ACTIONS } from '@counterfoil/contract/admin/bulk-names.ts'
import { formatNumber, plural } from '../../time/numbers.ts'
import type * as english from '../bulk.ts'
import type { WordsOf } from '../words-of.ts'

type Action = (typeof BULK_ACTIONS)[number]

const REDEMPTIONS = {
  zero: 'لا عمليات استخدام',
  one: 'عملية استخدام واحدة',
  two: 'عمليتي استخدام',
  few: '# عمليات استخدام',
  many: '# عملية استخدام',
  other: '# عملية استخدام',
}
const DELIVERIES = {
  zero: 'لا عمليات تسليم',
  one: 'عملية تسليم واحدة',
  two: 'عمليتي تسليم',
  few: '# عمليات تسليم',
  many: '# عملية تسليم',
  other: '# عملية تسليم',
}
const VOUCHERS = {
  zero: 'لا قسائم',
  one: 'قسيمة واحدة',
  two: 'قسيمتين',
  few: '# قسائم',
  many: '# قسيمة',
  other: '# قسيمة',
}

const RECORDS: Record<Action, typeof REDEMPTIONS> = {
  REVIEW: REDEMPTIONS,
  VOID: REDEMPTIONS,
  REJECT_AND_VOID: REDEMPTIONS,
  RETRY_DELIVERY: DELIVERIES,
  PUBLISH: VOUCHERS,
  UNPUBLISH: VOUCHERS,
}

/** All verbs are verbal nouns, which the counted records follow in the genitive. */
const counted = (action: Action, verb: string, count: number) =>
  count === 0 ? `${verb}: ${plural(count, RECORDS[action])}` : `${verb} ${plural(count, RECORDS[action])}`

export const BULK_WORDS: WordsOf<typeof english.BULK_WORDS> = {
  title: 'المهام الجماعية',
  one: 'مهمة جماعية',
  back: '→ المهام الجماعية',
  below: 'مهامك في آخر 30 يومًا.',
  none: 'لم تبدأ مهمة جماعية بعد. حدد صفوفًا في قائمة عمليات الاستخدام أو عمليات التسليم أو القسائم.',
  selected: (count) => `المحدد: ${formatNumber(count)}`,
  allMatching: (count, isExact) =>
    isExact
      ? `كل ما يطابق عوامل التصفية (${formatNumber(count)})`
      : `كل ما يطابق عوامل التصفية (أكثر من ${formatNumber(count)})`,
  clear: 'مسح التحديد',
  actions: 'إجراءات الصفوف المحددة',
  asking: 'جارٍ العدّ…',
  ask: (action, verb, count) => `${counted(action, verb, count)}؟`,
  start: (action, verb, count) => counted(action, verb, count),
  background: 'تُنفَّذ في الخدمة: يمكنك مغادرة الصفحة، وتجد النتائج في «المهام الجماعية».',
  reason: 'السبب',
  note: 'ملاحظة (اختيارية)',
  progress: (done, total) => `تم ${formatNumber(done)} من ${formatNumber(total)}.`,
  canLeave: 'يمكنك مغادرة هذه الصفحة: تستمر المهمة.',
  startedBy: (name) => `بدأها «\u2068${name}\u2069»،`,
  state: 'الحالة',
  job: 'المهمة',
  when: 'بدأت',
  total: 'السجلات',
  succeeded: 'تم',
  requested: 'ينتظر الموافقة',
  refused: 'مرفوض',
  failed: 'فشل',
  cancelled: 'لم يُنفَّذ',
  facts: 'عن هذه المهمة',
  results: 'النتائج',
  noResults: 'لا نتائج.',
  record: 'السجل',
  outcome: 'النتيجة',
  why: 'السبب',
  doneAt: 'متى',
  cancel: 'إيقاف المهمة',
  cancelTitle: 'إيقاف هذه المهمة؟',
  cancelConsequence: (open) =>
    plural(open, {
      zero: 'لم يبقَ أي سجل. ما تم يبقى كما تم.',
      one: 'يبقى سجل واحد كما هو. ما تم يبقى كما تم.',
      two: 'يبقى سجلان كما هما. ما تم يبقى كما تم.',
      few: 'تبقى # سجلات كما هي. ما تم يبقى كما تم.',
      many: 'يبقى # سجلًا كما هي. ما تم يبقى كما تم.',
      other: 'يبقى # سجل كما هي. ما تم يبقى كما تم.',
    }),
  cancelDone: 'تم إيقاف المهمة.',
}

export const BULK_ACTION_WORDS: WordsOf<typeof english.BULK_ACTION_WORDS> = {
  REVIEW: 'مراجعة',
  VOID: 'إلغاء',
  REJECT_AND_VOID: 'رفض وإلغاء',
  RETRY_DELIVERY: 'إعادة إرسال',
  PUBLISH: 'نشر',
  UNPUBLISH: 'إلغاء نشر',
}

export const BULK_VERBS: WordsOf<typeof english.BULK_VERBS> = {
  ...BULK_ACTION_WORDS,
  ACCEPTED: 'قبول',
  REJECTED: 'رفض',
}

export const BULK_CONSEQUENCES: WordsOf<typeof english.BULK_CONSEQUENCES> = {
  REVIEW: 'المراجعة تسجّل قرارك فقط. وتحل محلها أي مراجعة لاحقة.',
  VOID: 'يستعيد كل مستخدم الاستخدام، وكذلك الحد الأقصى الإجمالي للقسيمة. ويُبلَّغ الشركاء بالسبب الذي تكتبه. لا يمكن التراجع عن ذلك.',
  REJECT_AND_VOID:
    'تُرفض كل عملية استخدام وتُلغى. ويُبلَّغ الشركاء بالإلغاء وبالسبب الذي تكتبه. لا يمكن التراجع عن ذلك.',
  RETRY_DELIVERY: 'تُرسل كل عملية فورًا، وإن سبق تسليمها.',
  PUBLISH:
    'يراها المستخدمون فورًا، ما لم تلزم موافقة شخص ثانٍ. ويُبلَّغ من أضافوا التاجر إلى المفضلة عند أول نشر لها.',
  UNPUBLISH: 'لا يعود بإمكان المستخدمين رؤيتها أو استخدامها. يمكنك نشرها مجددًا.',
}

export const BULK_STATE_WORDS: WordsOf<typeof english.BULK_STATE_WORDS> = {
  RUNNING: 'قيد التنفيذ',
  DONE: 'انتهت',
  CANCELLED: 'أُوقفت',
  FAILED: 'انتهت قبل اكتمالها',
}

export const BULK_OUTCOME_WORDS: WordsOf<typeof english.BULK_OUTCOME_WORDS> = {
  PENDING: 'قيد الانتظار',
  DONE: 'تم',
  REQUESTED: 'ينتظر الموافقة',
  REFUSED: 'مرفوض',
  FAILED: 'فشل',
  CANCELLED: 'لم يُنفَّذ',
}
