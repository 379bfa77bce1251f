import { formatNumber } from '../../time/numbers.ts'
import type * as english from '../imports.ts'
import type { WordsOf } from '../words-of.ts'

export const IMPORT_WORDS: WordsOf<typeof english.IMPORT_WORDS> = {
  startedBy: (fileName, name) => `\u200F\u2068${fileName}\u2069، بدأه \u2068${name}\u2069،`,
  progress: (done, total) => `الصفوف المنجزة: ${formatNumber(done)} من ${formatNumber(total)}.`,
  canLeave: 'يمكنك مغادرة هذه الصفحة: يستمر الاستيراد.',
}
