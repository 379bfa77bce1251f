import type * as english from '../audit.ts'
import type { WordsOf } from '../words-of.ts'

export const AUDIT_WORDS: WordsOf<typeof english.AUDIT_WORDS> = {
  title: 'Audit',
  when: 'Bila',
  who: 'Siapa',
  what: 'Apa',
  search: 'Cari: had, diterbitkan, Kopi …',
  person: 'Siapa',
  kind: 'Jenis rekod',
  record: 'Rekod, mengikut namanya',
  entry: 'Entri',
  open: 'Tunjukkan entri',
  openOf: (summary) => `Tunjukkan entri: ${summary}`,
  change: 'Perubahan',
  field: 'Medan',
  before: 'Sebelum',
  after: 'Selepas',
  notShown: 'tidak dipaparkan',
  raw: 'Entri mentah',
  csv: 'Eksport sebagai CSV',
  none: 'Belum ada apa-apa diubah.',
}

export const ACTOR_WORDS: WordsOf<typeof english.ACTOR_WORDS> = {
  key: 'Kunci API',
  staff: 'Kakitangan',
  cli: 'Baris perintah',
  system: 'Sistem',
  partner: 'Rakan kongsi',
}

export const AUDIT_KIND_WORDS: WordsOf<typeof english.AUDIT_KIND_WORDS> = {
  partner: 'Rakan kongsi',
  merchant: 'Peniaga',
  outlet: 'Cawangan',
  voucher: 'Baucar',
  category: 'Kategori',
  staff: 'Ahli kakitangan',
  key: 'Kunci API',
  user: 'Pengguna',
  redemption: 'Penebusan',
  delivery: 'Penghantaran',
  image: 'Gambar',
  featured: 'Peniaga pilihan',
  settings: 'Tetapan',
  maintenance: 'Penyelenggaraan',
  installation: 'Pemasangan',
  month: 'Bulan',
  alert_destination: 'Destinasi amaran',
  bulk: 'Kerja pukal',
  audit: 'Entri audit',
}
