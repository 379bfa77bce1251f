import { formatNumber } from '../../time/numbers.ts'
import type * as english from '../opening-hours.ts'
import type { WordsOf } from '../words-of.ts'

export const OPENING_HOURS_WORDS: WordsOf<typeof english.OPENING_HOURS_WORDS> = {
  intro:
    'يرى المستخدمون هل الفرع مفتوح. يمكن استخدام القسائم في أي وقت. وقت إغلاق يسبق وقت الفتح يكون في اليوم التالي، واليوم الكامل من 00:00 إلى 24:00.',
  unknown: 'غير معروفة. لا يرى المستخدمون شيئًا عن ساعات العمل.',
  add: 'إضافة ساعات العمل',
  remove: 'إزالة ساعات العمل',
  closed: 'مغلق',
  addSpan: 'إضافة ساعات',
  addSpanOn: (day) => `إضافة ساعات: ${day}`,
  removeSpan: 'إزالة',
  removeSpanOn: (day, span) => `إزالة \u2066${span}\u2069: ${day}`,
  copyFrom: (day) => `نسخ ساعات ${day} إلى كل الأيام`,
  further: (day, place) => `${day} (${formatNumber(place)})`,
  opens: (day) => `${day}، يفتح`,
  closes: (day) => `${day}، يغلق`,
  until: 'إلى',
  exceptions: 'الاستثناءات',
  exceptionsIntro: 'تواريخ بساعات أخرى، مثل العطل الرسمية. تاريخ بلا ساعات يعني مغلق.',
  addException: 'إضافة تاريخ',
  removeException: 'إزالة التاريخ',
  date: 'التاريخ',
  note: 'ملاحظة',
  newDate: 'التاريخ الجديد',
  timezoneHint: 'المنطقة الزمنية لساعات العمل. فارغ: منطقة التاجر.',
  merchantZone: (zone) => `\u200F\u2066${zone}\u2069 (التاجر)`,
}

export const IMPORTED_HOURS_WORDS: WordsOf<typeof english.IMPORTED_HOURS_WORDS> =
  'تُكتب ساعات العمل هكذا: \u2066Mo-Fr 09:00-18:00; Sa 20:00-02:00; 2026-12-25 closed\u2069.'

export const DAY_NAMES: WordsOf<typeof english.DAY_NAMES> = {
  MO: 'الاثنين',
  TU: 'الثلاثاء',
  WE: 'الأربعاء',
  TH: 'الخميس',
  FR: 'الجمعة',
  SA: 'السبت',
  SU: 'الأحد',
}
