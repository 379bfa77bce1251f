import { formatNumber, plural } from '../../time/numbers.ts'
import type * as english from '../all-vouchers.ts'
import type { WordsOf } from '../words-of.ts'

export const ALL_VOUCHERS_WORDS: WordsOf<typeof english.ALL_VOUCHERS_WORDS> = {
  title: '优惠券',
  below: '每张优惠券的使用进度和结束时间。',
  one: '优惠券',
  merchant: '商户',
  search: '搜索优惠券',
  state: '状态',
  ends: '结束',
  endsWithin: (days) => plural(days, { other: '# 天内' }),
  validUntil: '有效期至',
  noEnd: '无期限',
  endsSoon: '即将结束',
  cap: '总上限',
  codes: '券码',
  used: (used, total) => `${formatNumber(used)}/${formatNumber(total)}`,
  redeemed30Days: '30 天内兑换',
  none: '还没有优惠券。可在商户页面上创建。',
}

export const VOUCHER_STATE_WORDS: WordsOf<typeof english.VOUCHER_STATE_WORDS> = {
  DRAFT: '草稿',
  UPCOMING: '即将开始',
  LIVE: '已上线',
  ENDED: '已结束',
  INACTIVE: '商户已停用',
  UNPUBLISHED: '已下架',
}
