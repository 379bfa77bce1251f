import { plural } from '../../time/numbers.ts'
import type * as english from '../history.ts'
import type { WordsOf } from '../words-of.ts'

export const HISTORY_WORDS: WordsOf<typeof english.HISTORY_WORDS> = {
  title: 'Sejarah',
  of: (name) => `Sejarah ${name}`,
  show: 'Sejarah',
  none: 'Belum ada apa-apa diubah.',
  more: 'Tunjukkan lagi',
  details: (count) => plural(count, { other: 'Tunjukkan # medan' }),
  notShown: 'diubah',
  fromTo: (from, to) => `${from} → ${to}`,
}
