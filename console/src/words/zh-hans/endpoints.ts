import { MAX_UNDELIVERED_COUNTED } from '@counterfoil/contract/admin/delivery-health.ts'
import { formatNumber, plural } from '../../time/numbers.ts'
import type * as english from '../endpoints.ts'
import type { WordsOf } from '../words-of.ts'

/** The service counts exactly up to 10,000. The number after it stands for more. */
const undelivered = (count: number) =>
  count > MAX_UNDELIVERED_COUNTED
    ? plural(MAX_UNDELIVERED_COUNTED, { other: '超过 # 个事件未送达' })
    : plural(count, { other: '# 个事件未送达' })

export const ENDPOINT_WORDS: WordsOf<typeof english.ENDPOINT_WORDS> = {
  title: 'Webhook 端点',
  noUrl: '未设置 webhook URL。事件只在事件流中。',
  active: '事件发送到此地址',
  nothingSent: '尚未向此地址发送事件',
  disabled: '合作伙伴已停用：事件等待中',
  failingSince: '失败，始于',
  failingText: '此后的每次尝试都失败了。事件会保留并重新发送。',
  pausedSince: '已暂停，始于',
  GONE: '端点返回了 410 Gone。',
  EXHAUSTED: '端点连续失败 5 天、至少 20 次，没有一次成功。',
  undelivered,
  lastResponse: (status) => `最近响应：${status ?? '无'}`,
  allArrived: '已全部送达。',
  deliverNow: '立即发送所有未送达的事件',
  deliverNowStarted: (count) =>
    count === 0
      ? '没有未送达的事件。正在发送等待中的事件。'
      : plural(count, { other: '正在发送 # 个事件。您可以离开此页面。' }),
  pausedText: '事件会保留，恢复后发送。',
  resume: '恢复推送',
  resumed: '推送已恢复，正在发送等待中的事件。',
  needsUrl: '请先设置 webhook URL。',
  test: '发送测试事件',
  testText: '带签名的示例。不进入事件流，也不会重试。',
  testType: '测试事件类型',
  testOk: '接收方已接受',
  testFailed: '接收方未接受',
  status: (status, ms) => `${formatNumber(ms)} 毫秒后返回状态 ${status}`,
  noResponse: (error) => `没有响应：${error}`,
  responseBody: '响应正文：',
  replay: '重放一段时间',
  replayTitle: '重放一段时间',
  replayText: '重新发送一段时间内的事件。接收方可凭 id 识别重复的事件。',
  since: '从（您的时间）',
  until: '至（您的时间）',
  untilHint: '留空表示“截至现在”。',
  only: '哪些事件',
  undeliveredOnly: '仅未送达的',
  failedOnly: '仅不再重试的',
  all: '此期间的所有事件',
  count: '统计事件数',
  chooseStart: '请选择开始时间。',
  endFirst: '结束时间早于开始时间。',
  nothingToSend: '没有匹配的事件。请选择其他时间段，或选择所有事件。',
  counted: (count, url) => `将向 ${url} 重新发送 ${formatNumber(count)} 个事件。`,
  start: (count) => plural(count, { other: '发送 # 个事件' }),
  started: (count) => plural(count, { other: '重放已开始：# 个事件。您可以离开此页面。' }),
  lastReplay: '最近一次重放',
  running: '进行中',
  finished: '已完成',
  stopped: '因错误停止',
  progress: (delivered, total) => `已送达 ${formatNumber(delivered)} 个事件，共 ${formatNumber(total)} 个`,
  failed: (count) => plural(count, { other: '# 个失败' }),
  pending: (count) => plural(count, { other: '# 个等待中' }),
  startedAt: '开始时间',
}
