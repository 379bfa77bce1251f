import { plural } from '../../time/numbers.ts'
import type * as english from '../history.ts'
import type { WordsOf } from '../words-of.ts'

export const HISTORY_WORDS: WordsOf<typeof english.HISTORY_WORDS> = {
  title: '历史',
  of: (name) => `“${name}”的历史`,
  show: '历史',
  none: '还没有任何更改。',
  more: '显示更多',
  details: (count) => plural(count, { other: '显示 # 个字段' }),
  notShown: '已更改',
  fromTo: (from, to) => `${from} → ${to}`,
}
