import type * as english from '../charts.ts'
import type { WordsOf } from '../words-of.ts'

export const CHART_WORDS: WordsOf<typeof english.CHART_WORDS> = {
  chart: '图表',
  table: '表格',
  csv: 'CSV',
  showAs: (title) => `“${title}”的显示方式`,
  download: (title) => `将“${title}”下载为 CSV`,
  day: '日期',
  hour: '小时',
  shown: '显示',
  sum: '合计',
  nothing: '此期间没有数据。',
}
