import type * as english from '../claims.ts'
import type { WordsOf } from '../words-of.ts'

export const CLAIM_WORDS: WordsOf<typeof english.CLAIM_WORDS> = {
  title: '领取记录',
  below: '用户放入卡包的优惠券，最新的在前。',
  voucher: '优惠券',
  when: '时间',
  user: '用户',
  none: '还没有领取记录。',
}
