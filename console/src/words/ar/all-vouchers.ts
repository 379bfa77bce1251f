import { formatNumber, plural } from '../../time/numbers.ts'
import type * as english from '../all-vouchers.ts'
import type { WordsOf } from '../words-of.ts'

export const ALL_VOUCHERS_WORDS: WordsOf<typeof english.ALL_VOUCHERS_WORDS> = {
  title: 'القسائم',
  below: 'مقدار ما استُخدم من كل قسيمة، وموعد انتهائها.',
  one: 'القسيمة',
  merchant: 'التاجر',
  search: 'البحث في القسائم',
  state: 'الحالة',
  ends: 'تنتهي',
  endsWithin: (days) =>
    plural(days, {
      zero: 'خلال اليوم',
      one: 'خلال يوم واحد',
      two: 'خلال يومين',
      few: 'خلال # أيام',
      many: 'خلال # يومًا',
      other: 'خلال # يوم',
    }),
  validUntil: 'صالحة حتى',
  noEnd: 'بلا نهاية',
  endsSoon: 'تنتهي قريبًا',
  cap: 'الحد الأقصى الإجمالي',
  codes: 'الرموز',
  used: (used, total) => `${formatNumber(used)} من ${formatNumber(total)}`,
  redeemed30Days: 'استُخدمت (30 يومًا)',
  none: 'لا توجد قسائم بعد. يمكنك إنشاء قسيمة من صفحة التاجر.',
}

export const VOUCHER_STATE_WORDS: WordsOf<typeof english.VOUCHER_STATE_WORDS> = {
  DRAFT: 'مسودة',
  UPCOMING: 'قادمة',
  LIVE: 'متاحة',
  ENDED: 'منتهية',
  INACTIVE: 'التاجر غير نشط',
  UNPUBLISHED: 'أُلغي نشرها',
}
