import type * as english from '../integration.ts'
import type { WordsOf } from '../words-of.ts'

export const INTEGRATION_WORDS: WordsOf<typeof english.INTEGRATION_WORDS> = {
  title: '集成状态',
  outlets: '门店',
  settings: 'Webhook 与公钥',
  lastDeliveries: '最近的推送',
  allDeliveries: '全部推送',
  undelivered: '未送达',
}
