import { formatNumber, plural } from '../../time/numbers.ts'
import type * as english from '../statements.ts'
import type { WordsOf } from '../words-of.ts'

const redemptions = (count: number) =>
  plural(count, {
    zero: 'لا عمليات استخدام',
    one: 'عملية استخدام واحدة',
    two: 'عمليتا استخدام',
    few: '# عمليات استخدام',
    many: '# عملية استخدام',
    other: '# عملية استخدام',
  })

/** What merchants and partners owe each other, month by month. */
export const STATEMENT_WORDS: WordsOf<typeof english.STATEMENT_WORDS> = {
  title: 'كشوف الحساب',
  back: '→ كشوف الحساب',
  month: 'الشهر',
  previousMonth: 'الشهر السابق',
  nextMonth: 'الشهر التالي',
  open: 'مفتوح: تُحسب هذه الأرقام الآن وقد تتغير.',
  closedAt: 'أُقفل',
  closedText: 'لا تتغير هذه الأرقام أبدًا. ما يتغير لاحقًا يكون تسوية في شهر لاحق.',
  totals: 'الإجماليات',
  withoutValue: 'بلا قيمة',
  redemptions,
  unreviewed: 'لم تُراجَع',
  unreviewedHint: (count, isWhole) =>
    isWhole
      ? `عمليات استخدام مُعلَّمة لم تُراجَع بعد: ${formatNumber(count)}. تُحتسب كاملة.`
      : `عمليات استخدام مُعلَّمة في هذه الصفحة لم تُراجَع بعد: ${formatNumber(count)}. تُحتسب كاملة.`,
  merchant: 'التاجر',
  partner: 'الشريك',
  voucher: 'القسيمة',
  number: 'الرقم',
  value: 'القيمة',
  noValue: 'لا توجد',
  redeemed: 'مستخدمة',
  voided: 'ملغاة',
  rejected: 'مرفوضة',
  adjustments: 'تسويات',
  net: 'الصافي',
  total: 'الإجمالي',
  none: 'لم تُستخدم أي قسيمة في هذا الشهر.',
  show: (what, voucher) => `${what}: \u2068${voucher}\u2069`,

  adjustmentsTitle: 'التسويات',
  adjustmentsOf: (month) => `محتسبة في ${month}. كانت شهورها قد أُقفلت.`,
  noAdjustments: 'لم يتغير شيء بعد الإقفال.',
  redemption: 'عملية الاستخدام',
  redemptionMonth: 'شهرها',
  kind: 'ما حدث',
  when: 'متى',
  count: 'التغيير',

  close: 'إقفال الشهر',
  closeTitle: (month) => `إقفال ${month}؟`,
  closeConsequence:
    'تُجمَّد كشوف حساب كل التجار والشركاء وتحصل على أرقامها. بعد ذلك يُحتسب إلغاء عمليات استخدام هذا الشهر ومراجعتها تسويات في الشهر المفتوح التالي. لا يمكن التراجع عن ذلك.',
  closableFrom: 'يمكن إقفاله بعد ساعة من انتهائه في كل منطقة زمنية مستخدمة:',
  closed: (month, count) => `أُقفل ${month}. كشوف الحساب: ${formatNumber(count)}.`,
  closedUnreviewed: (count) => `عمليات استخدام لم تُراجَع عند الإقفال: ${formatNumber(count)}.`,

  paper: 'طباعة',
  print: 'طباعة أو حفظ بصيغة PDF',
  tooManyRows: (rows) => `أكثر من ${formatNumber(rows)} صف. اختر تاجرًا أو شريكًا أولًا.`,
  draft: 'مسودة: الشهر مفتوح',
  statementNumber: (number) => `كشف حساب رقم \u2066${number}\u2069`,
  registration: (number) => `رقم التسجيل \u2066${number}\u2069`,
  noIssuer: 'ترويسة الكشف فارغة. يملؤها مسؤول في الإعدادات.',
  period: 'الفترة',
  periodIn: ({ month, first, last, zone }) =>
    `${month}: من \u2068${first}\u2069 إلى \u2068${last}\u2069 (\u2068${zone}\u2069)`,
  closedOn: 'أُقفل في',
  printedOn: 'طُبع في',
  sum: 'المجموع',
  unreviewedNote: (count) =>
    plural(count, {
      zero: 'رُوجعت كل عمليات الاستخدام المُعلَّمة.',
      one: 'عملية استخدام واحدة منها مُعلَّمة ولم تُراجَع. تُحتسب كاملة.',
      two: 'عمليتا استخدام منها مُعلَّمتان ولم تُراجَعا. تُحتسبان كاملتين.',
      few: '# عمليات استخدام منها مُعلَّمة ولم تُراجَع. تُحتسب كاملة.',
      many: '# عملية استخدام منها مُعلَّمة ولم تُراجَع. تُحتسب كاملة.',
      other: '# عملية استخدام منها مُعلَّمة ولم تُراجَع. تُحتسب كاملة.',
    }),
  adjustmentsNote: 'تسويات شهور سابقة',
}

export const STATEMENT_STATE_WORDS: WordsOf<typeof english.STATEMENT_STATE_WORDS> = {
  OPEN: 'مفتوح',
  CLOSED: 'مُقفل',
}

export const ADJUSTMENT_WORDS: WordsOf<typeof english.ADJUSTMENT_WORDS> = {
  VOIDED: 'أُلغيت بعد الإقفال',
  REJECTED: 'رُفضت بعد الإقفال',
  ACCEPTED: 'قُبلت بعد الإقفال',
  LATE: 'سُجّلت متأخرة',
}

export const STATEMENT_SETTINGS_WORDS: WordsOf<typeof english.STATEMENT_SETTINGS_WORDS> = {
  title: 'كشوف الحساب',
  intro: 'ترويسة كشوف الحساب المطبوعة، وموعد إقفال الشهر.',
  hint: 'سطر لكل منها، ستة على الأكثر.',
  logoHint: 'يُطبع في الزاوية العليا عند بداية السطر.',
  closeOnDayHint: 'يوم من 2 إلى 28 (UTC) من الشهر التالي. اتركه فارغًا إن كان أشخاص يقفلون الشهور.',
  saved: 'تم حفظ إعدادات كشوف الحساب.',
}

export const STATEMENT_SETTINGS_LABELS: WordsOf<typeof english.STATEMENT_SETTINGS_LABELS> = {
  name: 'اسم المُصدِر',
  addressLines: 'العنوان',
  registrationNumber: 'رقم التسجيل',
  logoPath: 'الشعار',
  closeOnDay: 'إقفال الشهر في يوم',
}
