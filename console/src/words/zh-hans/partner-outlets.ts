import type * as english from '../partner-outlets.ts'
import type { WordsOf } from '../words-of.ts'

export const PARTNER_OUTLET_WORDS: WordsOf<typeof english.PARTNER_OUTLET_WORDS> = {
  title: '门店',
  intro: '合作伙伴范围内所有商户的门店，最新的在前。',
  one: '门店',
  merchant: '商户',
  city: '城市',
  state: '状态',
  search: '按名称或地址搜索',
  none: '范围内的商户都没有门店。',
}
