import type * as english from '../filters.ts'
import type { WordsOf } from '../words-of.ts'

export const FILTER_WORDS: WordsOf<typeof english.FILTER_WORDS> = {
  partner: '合作伙伴',
  merchant: '商户',
  category: '分类',
  outlet: '门店',
  voucher: '优惠券',
  user: '用户',
  from: (zone) => `从（${zone}）`,
  to: (zone) => `早于（${zone}）`,
}
