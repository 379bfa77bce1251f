import type * as english from '../look-up-page.ts'
import type { WordsOf } from '../words-of.ts'

export const LOOK_UP_WORDS: WordsOf<typeof english.LOOK_UP_WORDS> = {
  recent: 'Terakhir dibuka dalam tab ini',
  title: 'Carian',
  search: 'Cari pengguna, penebusan, kod, peristiwa atau permintaan',
  hint: 'Pengguna mengikut id luaran, e-mel, telefon atau nama. Penebusan mengikut id atau kod penuh. Penghantaran mengikut id peristiwa. Permintaan gagal mengikut id permintaan. Peniaga, baucar dan rakan kongsi mengikut nama.',
  hintForMerchant: 'Penebusan mengikut id atau kod penuh. Baucar mengikut tajuk.',
  hintForPartner:
    'Pengguna mengikut id luaran, e-mel, telefon atau nama. Penebusan mengikut id atau kod penuh. Penghantaran mengikut id peristiwa. Permintaan gagal mengikut id permintaan.',
  results: 'Hasil',
  none: (q) => `Tiada yang sepadan dengan “${q}”. Kod dan id mesti lengkap.`,
  allUsers: 'Lihat semua pengguna',
  moreUsers: 'Tunjukkan semua pengguna yang sepadan',
}

export const HIT_TYPE_WORDS: WordsOf<typeof english.HIT_TYPE_WORDS> = {
  user: 'Pengguna',
  redemption: 'Penebusan',
  merchant: 'Peniaga',
  voucher: 'Baucar',
  partner: 'Rakan kongsi',
  delivery: 'Penghantaran webhook',
  request: 'Permintaan gagal',
}
