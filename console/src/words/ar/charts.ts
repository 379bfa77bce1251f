import type * as english from '../charts.ts'
import type { WordsOf } from '../words-of.ts'

export const CHART_WORDS: WordsOf<typeof english.CHART_WORDS> = {
  chart: 'رسم بياني',
  table: 'جدول',
  csv: 'CSV',
  showAs: (title) => `طريقة عرض «${title}»`,
  download: (title) => `تنزيل «${title}» بصيغة CSV`,
  day: 'اليوم',
  hour: 'الساعة',
  shown: 'المعروض',
  sum: 'الإجمالي',
  nothing: 'لا شيء في هذه الفترة.',
}
