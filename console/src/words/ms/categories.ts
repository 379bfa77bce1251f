import type * as english from '../categories.ts'
import type { WordsOf } from '../words-of.ts'

export const CATEGORY_WORDS: WordsOf<typeof english.CATEGORY_WORDS> = {
  title: 'Kategori',
  one: 'Kategori',
  subCategories: 'Subkategori',
  noSubCategories: 'Tiada',
  changed: 'Diubah',
  actions: 'Tindakan',
  edit: 'Ubah',
  editTitle: (name) => `Ubah ${name}`,
  create: 'Kategori baharu',
  createTitle: 'Kategori baharu',
  createAction: 'Cipta kategori',
  saved: (name) => `“${name}” telah disimpan.`,
  slugHint: 'Huruf besar, digit dan garis bawah. Tidak boleh diubah kemudian.',
  add: 'Tambah subkategori',
  newName: 'Nama subkategori',
  removeOne: (name) => (name === '' ? 'Alih keluar subkategori baharu' : `Alih keluar ${name}`),
  removeHint: 'Subkategori yang digunakan oleh peniaga tidak boleh dialih keluar.',
}

export const CATEGORY_LABELS: WordsOf<typeof english.CATEGORY_LABELS> = {
  slug: 'Slug',
  name: 'Nama',
  subCategories: 'Subkategori',
  translations: 'Terjemahan',
}
