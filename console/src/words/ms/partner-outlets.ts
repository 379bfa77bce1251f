import type * as english from '../partner-outlets.ts'
import type { WordsOf } from '../words-of.ts'

export const PARTNER_OUTLET_WORDS: WordsOf<typeof english.PARTNER_OUTLET_WORDS> = {
  title: 'Cawangan',
  intro: 'Cawangan semua peniaga dalam skop rakan kongsi, terbaharu dahulu.',
  one: 'Cawangan',
  merchant: 'Peniaga',
  city: 'Bandar',
  state: 'Status',
  search: 'Cari mengikut nama atau alamat',
  none: 'Tiada peniaga dalam skop yang mempunyai cawangan.',
}
