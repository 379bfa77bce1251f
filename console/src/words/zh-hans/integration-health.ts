import type * as english from '../integration-health.ts'
import type { WordsOf } from '../words-of.ts'

export const HEALTH_WORDS: WordsOf<typeof english.HEALTH_WORDS> = {
  title: '目前的问题',
  since: '始于',
  help: '解决办法',
  showRequest: '查看最近的请求',
}

export const AREA_WORDS: WordsOf<typeof english.AREA_WORDS> = {
  keys: '公钥',
  tokens: '令牌',
  signatures: '签名',
  webhooks: 'Webhook',
  clock: '时钟',
  unknownFields: '未知字段',
}

export const HEALTH_STATE_WORDS: WordsOf<typeof english.HEALTH_STATE_WORDS> = {
  OK: '正常',
  FAILING: '失败',
  NO_TRAFFIC: '尚无流量',
}
