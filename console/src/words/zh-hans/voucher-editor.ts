import { plural } from '../../time/numbers.ts'
import type * as english from '../voucher-editor.ts'
import type { WordsOf } from '../words-of.ts'

export const VOUCHER_EDITOR_WORDS: WordsOf<typeof english.VOUCHER_EDITOR_WORDS> = {
  imageHint: '显示在卡片和优惠券顶部。宽幅图片最合适。',
  back: (merchant) => `← ${merchant}`,
  create: '新建优惠券',
  createAction: '创建草稿',
  created: (title) => `“${title}”已保存为草稿。`,
  saved: (title) => `“${title}”已保存。`,
  duplicate: '复制',
  copyOf: (title) => `“${title}”的副本，将保存为新草稿。券码、领取记录和兑换记录不会复制。`,
  fixed: '首次发布后固定：用户已以此为准。',
  saveFirst: '请先保存或放弃更改。',
  parts: (title) => `“${title}”的各部分`,
  details: '详情',
  codes: '券码',
  publishedSince: '首次发布于',
  neverPublished: '从未发布',
  redemptions: '兑换记录',
  claims: '领取记录',

  offer: '用户看到的内容',
  use: '兑换方式',
  limits: '限制',
  zoneNote: (zone) => `此页面的时间为商户时区 ${zone}。`,

  titleHint: '选中文字，然后选择样式。',
  markBold: '粗体',
  markRed: '红色',
  markStruck: '删除线',
  marks: '选中文字的样式',
  seenAs: '用户看到：',
  valueTypeHint: '优惠的类型，不影响优惠券的使用方式。',
  valueHint: '商户与合作伙伴之间每次兑换的价值，用于对账单。用户看不到。留空：不涉及金额。',
  valueLocked: '商户与合作伙伴之间每次兑换的价值。只有管理员可以更改。',
  amount: '金额',
  currency: '货币',
  favoritesOnlyHint: '只有收藏了该商户的用户可以兑换。',
  everyOutlet: '商户的所有门店，包括以后新增的',
  someOutlets: '仅部分门店',
  where: '可兑换的地点',
  inactiveOutlet: (name) => `${name}（已停用）`,
  outletsLoading: '正在加载门店…',
  redemptionCountHint: '每位用户每个周期可兑换的次数。',
  capHint: '所有用户每个周期合计可兑换的次数。留空则不设总上限。',
  validFromHint: '在此之前无法兑换。留空：立即开始。',
  validUntilHint: '此后无法查看或兑换。留空：无期限。',
  applicableHint: '仅限制兑换，用户可提前领取。留空：无其他限制。',
}

export const VOUCHER_LABELS: WordsOf<typeof english.VOUCHER_LABELS> = {
  title: '标题',
  description: '说明',
  terms: '条款',
  imagePath: '图片',
  valueType: '优惠类型',
  redemptionValue: '兑换价值',
  codeSource: '券码',
  claimFlow: '领取方式',
  favoritesOnly: '仅限收藏',
  redemptionCount: '每位用户次数',
  cycle: '限制重置',
  globalRedemptionCap: '所有用户总上限',
  validFrom: '开始',
  validUntil: '结束',
  applicableFrom: '可兑换自',
  applicableUntil: '可兑换至',
  outletIds: '门店',
  translations: '翻译',
}

export const VALUE_TYPE_WORDS: WordsOf<typeof english.VALUE_TYPE_WORDS> = {
  FREE_ITEM: '免费赠品',
  PERCENT: '按百分比减价',
  FIXED: '减固定金额',
  BOGO: '买一送一',
}

export const CODE_SOURCE_WORDS: WordsOf<typeof english.CODE_SOURCE_WORDS> = {
  NONE: '无券码：凭门店 PIN 即可',
  MANUAL: '您上传的券码',
  AUTO: '每次兑换时生成',
}

export const CLAIM_FLOW_WORDS: WordsOf<typeof english.CLAIM_FLOW_WORDS> = {
  WALLET: '用户先领取，再兑换',
  INSTANT: '用户直接兑换',
}

export const CYCLE_CHOICE_WORDS: WordsOf<typeof english.CYCLE_CHOICE_WORDS> = {
  ONE_TIME: '从不',
  MONTHLY: '每月',
  BIWEEKLY: '每两周',
}

export const LIMIT_WORDS: WordsOf<typeof english.LIMIT_WORDS> = {
  eachUser: (count, cycle) => `每位用户：${count} ${cycle}。`,
  allUsers: (count, cycle) => `所有用户：${count} ${cycle}。`,
  noCap: '所有用户无总上限。',
  starts: (at) => `开始于 ${at}。`,
  ends: (at) => `结束于 ${at}。`,
  noEnd: '无期限。',
  redeemableBetween: (from, until) => `可兑换时间：${from} 至 ${until}。`,
  redeemableFrom: (from) => `${from} 起可兑换。`,
  redeemableUntil: (until) => `可兑换至 ${until}。`,
  outlets: (count) => plural(count, { other: '仅限 # 家门店。' }),
  favoritesOnly: '仅限收藏了该商户的用户。',
}
