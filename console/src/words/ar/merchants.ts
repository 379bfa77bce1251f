import { formatNumber } from '../../time/numbers.ts'
import type * as english from '../merchants.ts'
import type { WordsOf } from '../words-of.ts'

export const MERCHANT_WORDS: WordsOf<typeof english.MERCHANT_WORDS> = {
  title: 'التجار',
  one: 'التاجر',
  search: 'ابحث بالاسم أو المعرّف النصي',
  category: 'الفئة',
  timezone: 'المنطقة الزمنية',
  state: 'الحالة',
  since: 'منذ',
  active: 'نشط',
  inactive: 'غير نشط',
  none: 'لا تجار بعد.',
  create: 'تاجر جديد',
  createTitle: 'تاجر جديد',
  createAction: 'إنشاء التاجر',
  created: (name) => `تم إنشاء «\u2068${name}\u2069».`,
  saved: (name) => `تم حفظ «\u2068${name}\u2069».`,
  deactivateTitle: (name) => `إلغاء تفعيل «\u2068${name}\u2069»؟`,
  deactivate: 'إلغاء التفعيل',
  deactivateConsequence: (vouchers, claims) => {
    if (vouchers === 0) return 'لن يرى المستخدمون هذا التاجر من الآن. ليست لديه قسائم متاحة.'
    const hidden = `لن يرى المستخدمون هذا التاجر وقسائمه المتاحة (${formatNumber(vouchers)}) من الآن.`
    return claims === 0
      ? `${hidden} لا توجد منها قسيمة في أي محفظة.`
      : `${hidden} قسائم في المحافظ لا يمكن استخدامها حتى يعود نشطًا: ${formatNumber(claims)}.`
  },
  deactivated: (name) => `تم حفظ «\u2068${name}\u2069» وهو الآن غير نشط.`,
  reactivated: (name) => `\u200F«\u2068${name}\u2069» نشط من جديد.`,
  back: '→ التجار',
  profile: 'الملف',
  vouchers: 'القسائم',
  outlets: 'الفروع',
  belongings: (name) => `أقسام «\u2068${name}\u2069»`,
  onlyAdmin: 'تعديل هذا للمسؤول فقط.',
  slugHint: 'جزء من العناوين وعمليات الاستيراد. أحرف لاتينية صغيرة وأرقام وشرطات.',
  timezoneHint: 'تبدأ حدود كل شهر وكل أسبوعين من جديد عند منتصف الليل في هذه المنطقة.',
  isActiveHint: 'يرى المستخدمون التجار النشطين فقط.',
  isNewHint: 'يعرض شارة «جديد» للمستخدمين.',
  logoHint: 'صورة مربعة. PNG أو JPEG أو WebP، \u20665 MiB\u2069 على الأكثر.',
  bannerHint: 'العرض خمسة والارتفاع اثنان: الأفضل \u20661200 × 480\u2069 بكسل.',
  noTopVoucher: 'ليست لهذا التاجر قسيمة منشورة.',
  topVoucherHint: 'القسيمة على بطاقة التاجر. فارغ: أحدث قسيمة متاحة.',
  noSubCategories: 'ليست لهذه الفئة فئات فرعية.',
}

export const MERCHANT_LABELS: WordsOf<typeof english.MERCHANT_LABELS> = {
  name: 'الاسم',
  slug: 'المعرّف النصي',
  category: 'الفئة',
  subCategoryIds: 'الفئات الفرعية',
  logoPath: 'الشعار',
  bannerPath: 'اللافتة',
  description: 'الوصف',
  isNew: 'جديد',
  isActive: 'نشط',
  timezone: 'المنطقة الزمنية',
  topVoucherId: 'القسيمة الرئيسية',
  translations: 'الترجمات',
}
