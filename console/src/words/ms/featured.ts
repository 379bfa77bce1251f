import { formatNumber, plural } from '../../time/numbers.ts'
import type * as english from '../featured.ts'
import type { WordsOf } from '../words-of.ts'

export const FEATURED_WORDS: WordsOf<typeof english.FEATURED_WORDS> = {
  title: 'Pilihan',
  intro:
    'Pengguna melihat peniaga ini dahulu, mengikut susunan ini. Seret baris, atau pilih pemegangnya dan tekan kekunci anak panah.',
  list: 'Peniaga pilihan, mengikut susunan',
  none: 'Belum ada peniaga pilihan.',
  add: 'Tambah peniaga',
  handle: (name, place, count) =>
    `Alihkan ${name}, kedudukan ${formatNumber(place)} daripada ${formatNumber(count)}`,
  moved: (name, place, count) =>
    `${name} kini di kedudukan ${formatNumber(place)} daripada ${formatNumber(count)}.`,
  remove: (name) => `Alih keluar ${name}`,
  saved: (count) => plural(count, { other: '# peniaga dalam senarai pilihan.' }),
  inactive: 'Tidak aktif: pengguna tidak melihatnya.',
  readOnly: 'Hanya pentadbir boleh mengubah susunan.',
}

export const FEATURED_LABELS: WordsOf<typeof english.FEATURED_LABELS> = { merchantIds: 'Susunan' }
