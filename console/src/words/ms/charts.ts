import type * as english from '../charts.ts'
import type { WordsOf } from '../words-of.ts'

export const CHART_WORDS: WordsOf<typeof english.CHART_WORDS> = {
  chart: 'Carta',
  table: 'Jadual',
  csv: 'CSV',
  showAs: (title) => `Tunjukkan ${title} sebagai`,
  download: (title) => `Muat turun ${title} sebagai CSV`,
  day: 'Hari',
  hour: 'Jam',
  shown: 'Dipaparkan',
  sum: 'Jumlah',
  nothing: 'Tiada apa-apa dalam tempoh ini.',
}
