import { formatNumber } from '../../time/numbers.ts'
import type * as english from '../deliveries.ts'
import type { WordsOf } from '../words-of.ts'

export const DELIVERY_WORDS: WordsOf<typeof english.DELIVERY_WORDS> = {
  facts: '关于此推送',
  title: '推送',
  one: '推送',
  back: '← 推送',
  intro: 'Webhook 事件及接收方的响应。保留 30 天。',
  event: '事件',
  partner: '合作伙伴',
  state: '状态',
  type: '类型',
  attempts: '尝试次数',
  lastResponse: '最近响应',
  nextAttempt: '下次尝试',
  created: '创建时间',
  actions: '操作',
  none: '还没有推送任何事件。',
  noResponse: '无响应',
  noResponseBecause: (error) => `无响应：${error}`,
  notPlanned: '无计划',
  onHold: '端点恢复后',
  retry: '重新发送',
  retried: '正在重新发送事件。',
  user: '用户',
  delivered: '送达时间',
  body: '正文',
  bodyText: '每次尝试发送的字节完全相同。',
  formatted: '格式化显示',
  headers: '标头',
  header: '标头',
  value: '值',
  headersText: (number) =>
    number > 0 ? `第 ${formatNumber(number)} 次尝试实际发送的标头。` : '首次尝试将发送的标头。',
  signedAfresh: '每次尝试使用新签名，不存储',
  userAgent: 'Counterfoil/ 加服务版本',
  attemptsTitle: '尝试与响应',
  noAttempts: '尚未发送。',
  number: '尝试',
  when: '时间',
  status: '响应',
  duration: '耗时',
  response: '响应正文',
  emptyResponse: '（空）',
  milliseconds: (ms) => `${formatNumber(ms)} 毫秒`,
}

export const DELIVERY_STATE_WORDS: WordsOf<typeof english.DELIVERY_STATE_WORDS> = {
  PENDING: '等待中',
  DELIVERED: '已送达',
  FAILED: '失败',
}

export const DELIVERY_FILTER_WORDS: WordsOf<typeof english.DELIVERY_FILTER_WORDS> = {
  UNDELIVERED: '未送达',
  ...DELIVERY_STATE_WORDS,
}

export const EVENT_WORDS: WordsOf<typeof english.EVENT_WORDS> = {
  CLAIM_CREATED: '已领取优惠券',
  REDEMPTION_CREATED: '已兑换优惠券',
  REDEMPTION_VOIDED: '兑换已作废',
  VOUCHER_PUBLISHED: '优惠券已发布',
}

export const EVENT_OPTIONS: WordsOf<typeof english.EVENT_OPTIONS> = Object.entries(EVENT_WORDS).map(
  ([value, label]) => ({ value, label }),
)
