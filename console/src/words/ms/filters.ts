import type * as english from '../filters.ts'
import type { WordsOf } from '../words-of.ts'

export const FILTER_WORDS: WordsOf<typeof english.FILTER_WORDS> = {
  partner: 'Rakan kongsi',
  merchant: 'Peniaga',
  category: 'Kategori',
  outlet: 'Cawangan',
  voucher: 'Baucar',
  user: 'Pengguna',
  from: (zone) => `Dari (${zone})`,
  to: (zone) => `Sebelum (${zone})`,
}
