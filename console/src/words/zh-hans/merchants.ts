import { plural } from '../../time/numbers.ts'
import type * as english from '../merchants.ts'
import type { WordsOf } from '../words-of.ts'

export const MERCHANT_WORDS: WordsOf<typeof english.MERCHANT_WORDS> = {
  title: '商户',
  one: '商户',
  search: '按名称或标识名搜索',
  category: '分类',
  timezone: '时区',
  state: '状态',
  since: '创建于',
  active: '启用',
  inactive: '停用',
  none: '还没有商户。',
  create: '新建商户',
  createTitle: '新建商户',
  createAction: '创建商户',
  created: (name) => `“${name}”已创建。`,
  saved: (name) => `“${name}”已保存。`,
  deactivateTitle: (name) => `停用“${name}”？`,
  deactivate: '停用',
  deactivateConsequence: (vouchers, claims) => {
    if (vouchers === 0) return '从现在起，用户不再看到此商户。它没有已上线的优惠券。'
    const hidden = plural(vouchers, { other: '从现在起，用户不再看到此商户及其 # 张已上线的优惠券。' })
    return claims === 0
      ? `${hidden}没有用户领取过这些优惠券。`
      : `${hidden}${plural(claims, { other: '卡包中已领取的 # 张在商户重新启用前无法兑换。' })}`
  },
  deactivated: (name) => `“${name}”已保存并停用。`,
  reactivated: (name) => `“${name}”已重新启用。`,
  back: '← 商户',
  profile: '资料',
  vouchers: '优惠券',
  outlets: '门店',
  belongings: (name) => `“${name}”的各部分`,
  onlyAdmin: '只有管理员可以更改。',
  slugHint: '用于地址和导入。小写字母、数字和连字符。',
  timezoneHint: '每月和每两周的限制在此时区的午夜重新开始。',
  isActiveHint: '用户只能看到启用的商户。',
  isNewHint: '向用户显示“新”标记。',
  logoHint: '方形图片。PNG、JPEG 或 WebP，最大 5 MiB。',
  bannerHint: '宽高比 5:2，最佳尺寸为 1200 × 480 像素。',
  noTopVoucher: '此商户没有已发布的优惠券。',
  topVoucherHint: '显示在商户卡片上。留空：最新上线的优惠券。',
  noSubCategories: '此分类没有子分类。',
}

export const MERCHANT_LABELS: WordsOf<typeof english.MERCHANT_LABELS> = {
  name: '名称',
  slug: '标识名',
  category: '分类',
  subCategoryIds: '子分类',
  logoPath: '标志',
  bannerPath: '横幅',
  description: '介绍',
  isNew: '新',
  isActive: '启用',
  timezone: '时区',
  topVoucherId: '主打优惠券',
  translations: '翻译',
}
