import type * as english from '../preview.ts'
import type { WordsOf } from '../words-of.ts'

export const PREVIEW_WORDS: WordsOf<typeof english.PREVIEW_WORDS> = {
  title: '手机预览',
  frame: '用户看到的内容',
  screen: '页面',
  home: '首页',
  card: '卡片',
  merchant: '商户',
  voucher: '优惠券',
  language: '语言',
  baseLanguage: '无翻译',
  appName: '合作伙伴的应用',
  merchantName: '商户名称',
  voucherTitle: '优惠券标题',
  sampleMerchant: '某商户',
  sampleTitle: '任意早餐送{b}免费{/b}咖啡',
}
