import { formatNumber, plural } from '../../time/numbers.ts'
import type * as english from '../outlet-pins.ts'
import type { WordsOf } from '../words-of.ts'

export const OUTLET_PIN_WORDS: WordsOf<typeof english.OUTLET_PIN_WORDS> = {
  open: '生成 PIN',
  title: '生成 PIN',
  whichLabel: '为哪些门店',
  missing: (count) => plural(count, { other: '仅没有 PIN 的门店（#）' }),
  all: (count) => plural(count, { other: '所有门店（#）' }),
  filtered: (count) => plural(count, { other: '所有符合搜索的门店（#）' }),
  none: '没有匹配的门店。',
  consequence: (count, replaced) =>
    replaced === 0
      ? plural(count, { other: '# 家门店将获得新 PIN。不会替换现有 PIN。' })
      : `${formatNumber(count)} 家门店将获得新 PIN，${formatNumber(replaced)} 个现有 PIN 立即失效。`,
  action: (count) => plural(count, { other: '生成 # 个 PIN' }),
  progress: (done, all) => `${formatNumber(done)}/${formatNumber(all)}…`,
  shownTitle: (count) => plural(count, { other: '# 个新 PIN' }),
  shownText: () => '请转告柜台员工，或打印卡片。只显示一次。',
  incomplete: (missing) => plural(missing, { other: '因出现问题，# 家门店保留旧 PIN：' }),
  outlet: '门店',
  pin: 'PIN',
  print: '打印卡片',
  csv: 'CSV',
}
