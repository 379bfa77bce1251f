import { plural } from '../../time/numbers.ts'
import type * as english from '../voucher-editor.ts'
import type { WordsOf } from '../words-of.ts'

export const VOUCHER_EDITOR_WORDS: WordsOf<typeof english.VOUCHER_EDITOR_WORDS> = {
  imageHint: 'Dipaparkan pada kad dan di bahagian atas baucar. Gambar yang lebar paling sesuai.',
  back: (merchant) => `← ${merchant}`,
  create: 'Baucar baharu',
  createAction: 'Cipta draf',
  created: (title) => `“${title}” telah disimpan sebagai draf.`,
  saved: (title) => `“${title}” telah disimpan.`,
  duplicate: 'Gandakan',
  copyOf: (title) =>
    `Salinan “${title}”. Ia disimpan sebagai draf baharu. Kod, tuntutan dan penebusan tidak disalin.`,
  fixed: 'Tetap sejak penerbitan pertama: pengguna sudah bergantung padanya.',
  saveFirst: 'Simpan atau buang perubahan anda dahulu.',
  parts: (title) => `Bahagian “${title}”`,
  details: 'Butiran',
  codes: 'Kod',
  publishedSince: 'pertama diterbitkan',
  neverPublished: 'tidak pernah diterbitkan',
  redemptions: 'Penebusan',
  claims: 'Tuntutan',

  offer: 'Apa yang dilihat oleh pengguna',
  use: 'Cara ia ditebus',
  limits: 'Had',
  zoneNote: (zone) => `Masa pada halaman ini adalah dalam zon masa peniaga, ${zone}.`,

  titleHint: 'Pilih perkataan, kemudian tentukan rupanya.',
  markBold: 'Tebal',
  markRed: 'Merah',
  markStruck: 'Coret',
  marks: 'Rupa perkataan yang dipilih',
  seenAs: 'Pengguna melihat:',
  valueTypeHint: 'Jenis manfaat. Ia tidak mengubah cara baucar berfungsi.',
  valueHint:
    'Nilai satu penebusan antara peniaga dan rakan kongsi, untuk penyata. Pengguna tidak pernah melihatnya. Kosong: tiada wang.',
  valueLocked: 'Nilai satu penebusan antara peniaga dan rakan kongsi. Hanya pentadbir boleh mengubahnya.',
  amount: 'Amaun',
  currency: 'Mata wang',
  favoritesOnlyHint: 'Hanya pengguna yang menambah peniaga pada kegemaran boleh menebusnya.',
  everyOutlet: 'Di setiap cawangan peniaga, termasuk yang akan datang',
  someOutlets: 'Hanya di beberapa cawangan',
  where: 'Tempat ia boleh ditebus',
  inactiveOutlet: (name) => `${name} (tidak aktif)`,
  outletsLoading: 'Memuatkan cawangan …',
  redemptionCountHint: 'Berapa kali seorang pengguna boleh menebusnya dalam setiap kitaran.',
  capHint:
    'Berapa kali semua pengguna bersama boleh menebusnya dalam setiap kitaran. Biarkan kosong jika tiada had keseluruhan.',
  validFromHint: 'Tiada sesiapa boleh menebusnya lebih awal. Kosong: serta-merta.',
  validUntilHint: 'Tiada sesiapa melihat atau menebusnya kemudian. Kosong: tiada tarikh tamat.',
  applicableHint: 'Hanya untuk menebus. Pengguna boleh menuntutnya sebelum itu. Kosong: tiada had lanjut.',
}

export const VOUCHER_LABELS: WordsOf<typeof english.VOUCHER_LABELS> = {
  title: 'Tajuk',
  description: 'Penerangan',
  terms: 'Terma',
  imagePath: 'Gambar',
  valueType: 'Jenis manfaat',
  redemptionValue: 'Nilai penebusan',
  codeSource: 'Kod',
  claimFlow: 'Cara tuntutan',
  favoritesOnly: 'Kegemaran sahaja',
  redemptionCount: 'Kali setiap pengguna',
  cycle: 'Had ditetapkan semula',
  globalRedemptionCap: 'Had keseluruhan semua pengguna',
  validFrom: 'Bermula',
  validUntil: 'Tamat',
  applicableFrom: 'Boleh ditebus dari',
  applicableUntil: 'Boleh ditebus hingga',
  outletIds: 'Cawangan',
  translations: 'Terjemahan',
}

export const VALUE_TYPE_WORDS: WordsOf<typeof english.VALUE_TYPE_WORDS> = {
  FREE_ITEM: 'Item percuma',
  PERCENT: 'Diskaun peratusan',
  FIXED: 'Diskaun amaun tetap',
  BOGO: 'Beli satu, percuma satu',
}

export const CODE_SOURCE_WORDS: WordsOf<typeof english.CODE_SOURCE_WORDS> = {
  NONE: 'Tiada kod: PIN cawangan sudah cukup',
  MANUAL: 'Daripada kod yang anda muat naik',
  AUTO: 'Dijana bagi setiap penebusan',
}

export const CLAIM_FLOW_WORDS: WordsOf<typeof english.CLAIM_FLOW_WORDS> = {
  WALLET: 'Pengguna menuntutnya dahulu, kemudian menebusnya',
  INSTANT: 'Pengguna menebusnya terus',
}

export const CYCLE_CHOICE_WORDS: WordsOf<typeof english.CYCLE_CHOICE_WORDS> = {
  ONE_TIME: 'Tidak pernah',
  MONTHLY: 'Setiap bulan',
  BIWEEKLY: 'Setiap dua minggu',
}

export const LIMIT_WORDS: WordsOf<typeof english.LIMIT_WORDS> = {
  eachUser: (count, cycle) => `Setiap pengguna: ${count} kali ${cycle}.`,
  allUsers: (count, cycle) => `Semua pengguna: ${count} kali ${cycle}.`,
  noCap: 'Tiada had keseluruhan bagi semua pengguna.',
  starts: (at) => `Bermula ${at}.`,
  ends: (at) => `Tamat ${at}.`,
  noEnd: 'Tiada tarikh tamat.',
  redeemableBetween: (from, until) => `Boleh ditebus dari ${from} hingga ${until}.`,
  redeemableFrom: (from) => `Boleh ditebus dari ${from}.`,
  redeemableUntil: (until) => `Boleh ditebus hingga ${until}.`,
  outlets: (count) => plural(count, { other: 'Di # cawangan sahaja.' }),
  favoritesOnly: 'Hanya bagi pengguna yang menambah peniaga pada kegemaran.',
}
