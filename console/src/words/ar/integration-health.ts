import type * as english from '../integration-health.ts'
import type { WordsOf } from '../words-of.ts'

export const HEALTH_WORDS: WordsOf<typeof english.HEALTH_WORDS> = {
  title: 'المشكلات الآن',
  since: 'منذ',
  help: 'ما العمل',
  showRequest: 'عرض آخر طلب',
}

export const AREA_WORDS: WordsOf<typeof english.AREA_WORDS> = {
  keys: 'المفاتيح',
  tokens: 'الرموز المميّزة',
  signatures: 'التواقيع',
  webhooks: 'Webhook',
  clock: 'الساعة',
  unknownFields: 'حقول غير معروفة',
}

export const HEALTH_STATE_WORDS: WordsOf<typeof english.HEALTH_STATE_WORDS> = {
  OK: 'يعمل',
  FAILING: 'يفشل',
  NO_TRAFFIC: 'لا طلبات بعد',
}
