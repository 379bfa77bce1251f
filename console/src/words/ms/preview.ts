import type * as english from '../preview.ts'
import type { WordsOf } from '../words-of.ts'

export const PREVIEW_WORDS: WordsOf<typeof english.PREVIEW_WORDS> = {
  title: 'Pada telefon',
  frame: 'Apa yang dilihat oleh pengguna',
  screen: 'Skrin',
  home: 'Utama',
  card: 'Kad',
  merchant: 'Peniaga',
  voucher: 'Baucar',
  language: 'Bahasa',
  baseLanguage: 'Tanpa terjemahan',
  appName: 'Aplikasi rakan kongsi',
  merchantName: 'Nama peniaga',
  voucherTitle: 'Tajuk baucar',
  sampleMerchant: 'Contoh peniaga',
  sampleTitle: 'Kopi {b}percuma{/b} dengan mana-mana sarapan',
}
