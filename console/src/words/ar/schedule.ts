import { formatNumber } from '../../time/numbers.ts'
import type * as english from '../schedule.ts'
import type { WordsOf } from '../words-of.ts'

export const SCHEDULE_WORDS: WordsOf<typeof english.SCHEDULE_WORDS> = {
  title: 'الجدول',
  legend: 'النشر وإلغاؤه تلقائيًا',
  zoneNote: (zone) =>
    `الأوقات بالمنطقة الزمنية للتاجر، \u2066${zone}\u2069. تتغير القسيمة خلال دقيقة، ويُبلَّغ من أضافوا التاجر إلى المفضلة عند أول نشر لها.`,
  publishAtHint: 'فارغ: ينشرها شخص.',
  isPublished: 'إنها منشورة من قبل.',
  unpublishAtHint: 'فارغ: تبقى منشورة حتى نهايتها أو حتى يلغي شخص نشرها.',
  saved: (title) => `تم حفظ جدول «\u2068${title}\u2069».`,
  removed: (title) => `تمت إزالة جدول «\u2068${title}\u2069».`,
  publishes: (time) => `تُنشر في \u2068${time}\u2069`,
  unpublishes: (time) => `يُلغى نشرها في \u2068${time}\u2069`,
  failed: 'لم تُنشر في موعدها',
  failedAt: (time) => `لم تُنشر في \u2068${time}\u2069. أصلح الناقص، ثم انشرها أو حدد موعدًا جديدًا.`,
}

export const SCHEDULE_LABELS: WordsOf<typeof english.SCHEDULE_LABELS> = {
  publishAt: 'موعد النشر',
  unpublishAt: 'موعد إلغاء النشر',
}

export const CALENDAR_WORDS: WordsOf<typeof english.CALENDAR_WORDS> = {
  title: 'التقويم',
  below: (zone) => `ما يُنشر ويبدأ ويستمر وينتهي. الأيام حسب \u2068${zone}\u2069.`,
  month: 'الشهر',
  previousMonth: 'الشهر السابق',
  nextMonth: 'الشهر التالي',
  search: 'البحث في القسائم',
  event: 'ما يحدث',
  allMonth: 'الشهر كله',
  onDay: (day) => `القسائم في ${day}`,
  inMonth: (month) => `القسائم في ${month}`,
  none: 'لا قسيمة تُنشر أو تبدأ أو تستمر أو تنتهي في هذا الشهر.',
  voucher: 'القسيمة',
  merchant: 'التاجر',
  state: 'الحالة',
  happens: 'ما يحدث',
  runsColumn: 'المدة',
  noEnd: 'بلا نهاية',
}

export const CALENDAR_EVENT_WORDS: WordsOf<typeof english.CALENDAR_EVENT_WORDS> = {
  PUBLISHES: { name: 'نشر', on: 'نشر', count: (n) => `نشر: ${formatNumber(n)}` },
  STARTS: { name: 'بداية', on: 'تبدأ', count: (n) => `بداية: ${formatNumber(n)}` },
  RUNS: { name: 'مستمرة', on: 'مستمرة', count: (n) => `مستمرة: ${formatNumber(n)}` },
  ENDS: { name: 'نهاية', on: 'تنتهي', count: (n) => `نهاية: ${formatNumber(n)}` },
  UNPUBLISHES: { name: 'إلغاء نشر', on: 'إلغاء نشر', count: (n) => `إلغاء نشر: ${formatNumber(n)}` },
}
