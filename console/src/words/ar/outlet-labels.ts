import type * as english from '../outlet-labels.ts'
import type { WordsOf } from '../words-of.ts'

export const OUTLET_LABELS: WordsOf<typeof english.OUTLET_LABELS> = {
  name: 'الاسم',
  addressLine: 'سطر العنوان',
  addressFull: 'العنوان الكامل',
  city: 'المدينة',
  state: 'الولاية أو المنطقة',
  postalCode: 'الرمز البريدي',
  countryCode: 'البلد',
  latitude: 'خط العرض',
  longitude: 'خط الطول',
  timezone: 'المنطقة الزمنية',
  openingHours: 'ساعات العمل',
  redeemBy: 'الاستخدام عبر',
  isActive: 'نشط',
  translations: 'الترجمات',
}

export const REDEEM_BY_WORDS: WordsOf<typeof english.REDEEM_BY_WORDS> = {
  PIN: 'PIN',
  QR: 'رمز يمسحه جهاز في الفرع',
  BOTH: 'PIN أو رمز',
}
