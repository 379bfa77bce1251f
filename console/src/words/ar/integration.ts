import type * as english from '../integration.ts'
import type { WordsOf } from '../words-of.ts'

export const INTEGRATION_WORDS: WordsOf<typeof english.INTEGRATION_WORDS> = {
  title: 'حالة الربط',
  outlets: 'الفروع',
  settings: 'Webhook والمفاتيح',
  lastDeliveries: 'آخر عمليات التسليم',
  allDeliveries: 'كل عمليات التسليم',
  undelivered: 'لم تُسلَّم',
}
