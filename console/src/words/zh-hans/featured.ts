import { formatNumber, plural } from '../../time/numbers.ts'
import type * as english from '../featured.ts'
import type { WordsOf } from '../words-of.ts'

export const FEATURED_WORDS: WordsOf<typeof english.FEATURED_WORDS> = {
  title: '精选',
  intro: '用户最先看到这些商户，并按此顺序显示。拖动一行，或选中手柄后按方向键。',
  list: '精选商户（按顺序）',
  none: '还没有精选商户。',
  add: '添加商户',
  handle: (name, place, count) => `移动“${name}”，第 ${formatNumber(place)} 位，共 ${formatNumber(count)} 位`,
  moved: (name, place, count) =>
    `“${name}”现在是第 ${formatNumber(place)} 位，共 ${formatNumber(count)} 位。`,
  remove: (name) => `移除“${name}”`,
  saved: (count) => plural(count, { other: '现有 # 家精选商户。' }),
  inactive: '已停用：用户看不到。',
  readOnly: '只有管理员可以更改顺序。',
}

export const FEATURED_LABELS: WordsOf<typeof english.FEATURED_LABELS> = { merchantIds: '顺序' }
