import type * as english from '../saved-filters.ts'
import type { WordsOf } from '../words-of.ts'

export const SAVED_FILTER_WORDS: WordsOf<typeof english.SAVED_FILTER_WORDS> = {
  none: 'Tiada penapis disimpan bagi senarai ini.',
  save: 'Simpan penapis ini …',
  saveTitle: 'Simpan penapis ini',
  saveAction: 'Simpan',
  name: 'Nama',
  shared: 'Dikongsi dengan rakan sekerja saya',
  leftOut: 'Penapis mengikut pengguna tidak disimpan, kerana ia menamakan seseorang.',
  saved: (name) => `“${name}” telah disimpan.`,
  nothingToSave: 'Tetapkan penapis dahulu.',
  by: (name) => `Dikongsi oleh ${name}`,
  own: 'Milik anda',
  isShared: 'Milik anda, dikongsi',
  remove: (name) => `Padam “${name}”`,
  removed: (name) => `“${name}” telah dipadam.`,
}
