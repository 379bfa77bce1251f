import type * as english from '../look-up-page.ts'
import type { WordsOf } from '../words-of.ts'

export const LOOK_UP_WORDS: WordsOf<typeof english.LOOK_UP_WORDS> = {
  recent: '此标签页中最近打开',
  title: '查询',
  search: '搜索用户、兑换记录、券码、事件或请求',
  hint: '用户：外部 id、电子邮箱、电话或姓名。兑换记录：id 或完整券码。推送：事件 id。失败的请求：请求 id。商户、优惠券和合作伙伴：名称。',
  hintForMerchant: '兑换记录：id 或完整券码。优惠券：标题。',
  hintForPartner:
    '用户：外部 id、电子邮箱、电话或姓名。兑换记录：id 或完整券码。推送：事件 id。失败的请求：请求 id。',
  results: '结果',
  none: (q) => `没有与“${q}”匹配的内容。券码和 id 须完整。`,
  allUsers: '浏览所有用户',
  moreUsers: '显示所有匹配的用户',
}

export const HIT_TYPE_WORDS: WordsOf<typeof english.HIT_TYPE_WORDS> = {
  user: '用户',
  redemption: '兑换记录',
  merchant: '商户',
  voucher: '优惠券',
  partner: '合作伙伴',
  delivery: 'Webhook 推送',
  request: '失败的请求',
}
