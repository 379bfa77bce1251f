import { plural } from '../../time/numbers.ts'
import type * as english from '../translations.ts'
import type { WordsOf } from '../words-of.ts'

export const TRANSLATION_WORDS: WordsOf<typeof english.TRANSLATION_WORDS> = {
  legend: 'Bahasa lain',
  intro:
    'Pengguna melihat teks ini jika aplikasinya meminta bahasa itu. Teks yang kosong dipaparkan seperti yang ditulis di atas.',
  tag: 'Tag bahasa',
  tagHint: 'Contohnya ms bagi Melayu, zh-Hans bagi Cina ringkas, ta bagi Tamil.',
  add: 'Tambah bahasa',
  malformed: 'Ini bukan tag bahasa. Contoh: ms, zh-Hans, pt-BR.',
  known: 'Bahasa ini sudah ada di sini.',
  tooMany: (max) => plural(max, { other: 'Paling banyak # bahasa' }),
  remove: (language) => `Alih keluar ${language}`,
  unnamed: 'Subkategori baharu',
  fieldIn: (field, language) => `${field} dalam ${language}`,
}
