import { formatNumber } from '../../time/numbers.ts'
import type * as english from '../vouchers.ts'
import type { WordsOf } from '../words-of.ts'

export const VOUCHER_WORDS: WordsOf<typeof english.VOUCHER_WORDS> = {
  title: 'القسائم',
  one: 'القسيمة',
  search: 'البحث في القسائم',
  perUser: 'لكل مستخدم',
  cap: 'الحد الأقصى الإجمالي',
  noCap: 'لا يوجد',
  validUntil: 'صالحة حتى',
  noEnd: 'بلا نهاية',
  state: 'الحالة',
  action: 'الإجراء',
  none: 'ليست لهذا التاجر قسيمة بعد.',
  publish: 'نشر',
  unpublish: 'إلغاء النشر',
  publishTitle: 'نشر هذه القسيمة؟',
  unpublishTitle: 'إلغاء نشر هذه القسيمة؟',
  live: (title, notified) =>
    notified === 0
      ? `\u200F«\u2068${title}\u2069» متاحة.`
      : `\u200F«\u2068${title}\u2069» متاحة. عدد المستخدمين الجاري إبلاغهم: ${formatNumber(notified)}.`,
  unpublished: (title) => `تم إلغاء نشر «\u2068${title}\u2069».`,
  unpublishConsequence: 'تختفي عن المستخدمين فورًا. تبقى لمن حصل عليها لكن لا يمكنه استخدامها.',
  publishAgainConsequence: 'تصبح متاحة فورًا من جديد. لا يُبلَّغ أحد مرة ثانية.',
  claimFirst: 'الحصول عليها أولًا',
  noClaim: 'دون حصول مسبق',
  noCode: 'بلا رمز',
  uploadedCodes: 'رموز مرفوعة',
  generatedCodes: 'رموز مُولَّدة',
  favoritesOnly: 'للمفضلة فقط',
}

export const CYCLE_WORDS: WordsOf<typeof english.CYCLE_WORDS> = {
  ONE_TIME: 'إجمالًا',
  MONTHLY: 'كل شهر',
  BIWEEKLY: 'كل أسبوعين',
}

export const VOUCHER_STATUS_WORDS: WordsOf<typeof english.VOUCHER_STATUS_WORDS> = {
  DRAFT: 'مسودة',
  PUBLISHED: 'منشورة',
  UNPUBLISHED: 'أُلغي نشرها',
}
