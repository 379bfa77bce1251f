import { formatNumber } from '../../time/numbers.ts'
import type * as english from '../imports.ts'
import type { WordsOf } from '../words-of.ts'

export const IMPORT_WORDS: WordsOf<typeof english.IMPORT_WORDS> = {
  startedBy: (fileName, name) => `${fileName}, dimulakan oleh ${name},`,
  progress: (done, total) => `${formatNumber(done)} daripada ${formatNumber(total)} baris selesai.`,
  canLeave: 'Anda boleh tinggalkan halaman ini: import diteruskan.',
}
