import { plural } from '../../time/numbers.ts'
import type * as english from '../schedule.ts'
import type { WordsOf } from '../words-of.ts'

export const SCHEDULE_WORDS: WordsOf<typeof english.SCHEDULE_WORDS> = {
  title: '排期',
  legend: '自动发布和下架',
  zoneNote: (zone) => `时间为商户时区 ${zone}。优惠券在一分钟内变更，首次发布时会通知收藏了该商户的用户。`,
  publishAtHint: '留空：由人员发布。',
  isPublished: '已发布。',
  unpublishAtHint: '留空：保持发布，直至结束或有人下架。',
  saved: (title) => `“${title}”的排期已保存。`,
  removed: (title) => `“${title}”的排期已移除。`,
  publishes: (time) => `发布于 ${time}`,
  unpublishes: (time) => `下架于 ${time}`,
  failed: '未按时发布',
  failedAt: (time) => `未能在 ${time} 发布。请补齐缺少的内容，然后发布或设置新时间。`,
}

export const SCHEDULE_LABELS: WordsOf<typeof english.SCHEDULE_LABELS> = {
  publishAt: '发布时间',
  unpublishAt: '下架时间',
}

export const CALENDAR_WORDS: WordsOf<typeof english.CALENDAR_WORDS> = {
  title: '日历',
  below: (zone) => `优惠券的发布、开始、进行和结束。日期按时区 ${zone}。`,
  month: '月份',
  previousMonth: '上个月',
  nextMonth: '下个月',
  search: '搜索优惠券',
  event: '活动',
  allMonth: '整月',
  onDay: (day) => `${day}的优惠券`,
  inMonth: (month) => `${month}的优惠券`,
  none: '本月没有发布、开始、进行或结束的优惠券。',
  voucher: '优惠券',
  merchant: '商户',
  state: '状态',
  happens: '活动',
  runsColumn: '进行期间',
  noEnd: '无期限',
}

export const CALENDAR_EVENT_WORDS: WordsOf<typeof english.CALENDAR_EVENT_WORDS> = {
  PUBLISHES: { name: '发布', on: '发布', count: (n) => plural(n, { other: '# 张发布' }) },
  STARTS: { name: '开始', on: '开始', count: (n) => plural(n, { other: '# 张开始' }) },
  RUNS: { name: '进行中', on: '进行中', count: (n) => plural(n, { other: '# 张进行中' }) },
  ENDS: { name: '结束', on: '结束', count: (n) => plural(n, { other: '# 张结束' }) },
  UNPUBLISHES: { name: '下架', on: '下架', count: (n) => plural(n, { other: '# 张下架' }) },
}
