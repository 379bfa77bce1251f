import { formatNumber } from '../../time/numbers.ts'
import type * as english from '../vouchers.ts'
import type { WordsOf } from '../words-of.ts'

export const VOUCHER_WORDS: WordsOf<typeof english.VOUCHER_WORDS> = {
  title: '优惠券',
  one: '优惠券',
  search: '搜索优惠券',
  perUser: '每位用户',
  cap: '总上限',
  noCap: '无',
  validUntil: '有效期至',
  noEnd: '无期限',
  state: '状态',
  action: '操作',
  none: '此商户还没有优惠券。',
  publish: '发布',
  unpublish: '下架',
  publishTitle: '发布此优惠券？',
  unpublishTitle: '下架此优惠券？',
  live: (title, notified) =>
    notified === 0 ? `“${title}”已上线。` : `“${title}”已上线，正在通知 ${formatNumber(notified)} 位用户。`,
  unpublished: (title) => `“${title}”已下架。`,
  unpublishConsequence: '用户立即看不到此优惠券。已领取的用户保留领取记录，但不能兑换。',
  publishAgainConsequence: '优惠券会立即重新上线，不会再次通知任何人。',
  claimFirst: '先领取',
  noClaim: '无需领取',
  noCode: '无券码',
  uploadedCodes: '上传的券码',
  generatedCodes: '生成的券码',
  favoritesOnly: '仅限收藏',
}

/** After a number. */
export const CYCLE_WORDS: WordsOf<typeof english.CYCLE_WORDS> = {
  ONE_TIME: '次（总计）',
  MONTHLY: '次/月',
  BIWEEKLY: '次/两周',
}

export const VOUCHER_STATUS_WORDS: WordsOf<typeof english.VOUCHER_STATUS_WORDS> = {
  DRAFT: '草稿',
  PUBLISHED: '已发布',
  UNPUBLISHED: '已下架',
}
