import { formatNumber } from '../../time/numbers.ts'
import type * as english from '../requests.ts'
import type { WordsOf } from '../words-of.ts'

export const REQUEST_WORDS: WordsOf<typeof english.REQUEST_WORDS> = {
  title: 'الطلبات الفاشلة',
  one: 'طلب فاشل',
  back: '→ الطلبات الفاشلة',
  below: 'طلبات للشركاء ومستخدميهم فشلت خلال آخر 7 أيام، الأحدث أولًا. تظهر الجديدة تلقائيًا.',
  when: 'متى',
  partner: 'الشريك',
  noPartner: 'غير معروف',
  call: 'الاستدعاء',
  response: 'الرد',
  user: 'المستخدم',
  noUser: 'غير معروف',
  reason: 'السبب',
  duration: 'المدة',
  milliseconds: (ms) => `\u2066${formatNumber(ms)} ms\u2069`,
  status: 'الحالة',
  clientErrors: 'كل 4xx',
  serverErrors: 'كل 5xx',
  code: 'رمز الخطأ',
  route: 'المسار',
  requestId: 'معرّف الطلب',
  newness: 'الإصدارات',
  onlyNew: 'ما استجد منذ آخر إصدار لي فقط',
  none: 'لم يفشل أي طلب خلال آخر 7 أيام.',
  lastRequests: 'آخر الطلبات الفاشلة',
  allRequests: 'كل الطلبات الفاشلة',
  showRequest: 'عرض الطلب',
  help: 'ما العمل مع هذا الخطأ',
  facts: 'عن هذا الطلب',
  surface: 'المرسِل',
  refusal: 'عملية استخدام مرفوضة',
  outlet: 'الفرع',
  noDistance: 'غير معروفة',
  further: 'السجل والتتبع',
  traceId: 'معرّف التتبع',
  notTraced: 'بلا تتبع',
  openTrace: 'فتح التتبع',
  notRecorded: 'لا طلب فاشل بهذا المعرّف. تُحفظ الطلبات الفاشلة 7 أيام. ولا تُسجَّل الطلبات الناجحة.',
  searchRefusals: 'البحث عن هذا المعرّف في المحاولات المرفوضة',
}

export const SURFACE_WORDS: WordsOf<typeof english.SURFACE_WORDS> = {
  integration: 'خادم الشريك',
  consumer: 'تطبيق مستخدم',
}
