import { formatNumber } from '../../time/numbers.ts'
import type * as english from '../redemptions.ts'
import type { WordsOf } from '../words-of.ts'

export const REDEMPTION_WORDS: WordsOf<typeof english.REDEMPTION_WORDS> = {
  title: 'Penebusan',
  one: 'Penebusan',
  back: '← Penebusan',
  when: 'Bila',
  voucher: 'Baucar',
  user: 'Pengguna',
  merchant: 'Peniaga',
  outlet: 'Cawangan',
  partner: 'Rakan kongsi',
  status: 'Status',
  flagReason: 'Ditandakan kerana',
  reviewed: 'Semakan',
  isReviewed: 'Disemak',
  voidedFilter: 'Dibatalkan',
  isVoided: 'Dibatalkan',
  notVoided: 'Tidak dibatalkan',
  rejectedOnly: 'Ditolak, tidak dibatalkan',
  notReviewed: 'Belum disemak',
  distance: 'Jarak',
  meters: (meters) => `${formatNumber(meters)} m`,
  noDistance: 'Tidak diketahui',
  code: 'Kod',
  noCode: 'Tiada',
  value: 'Nilai',
  noValue: 'Tiada',
  statementMonth: 'Penyata bagi',
  outcome: 'Hasil semakan',
  none: 'Belum ada apa-apa ditebus.',
  voided: 'Dibatalkan',
  facts: 'Tentang penebusan ini',
  cycle: 'Dikira dalam',
  oneTime: 'Jumlah pengguna',
  position: 'Peranti',
  positionOf: (lat, lng, accuracy) =>
    accuracy === null ? `${lat}, ${lng}` : `${lat}, ${lng} (± ${formatNumber(accuracy)} m)`,
  noPosition: 'Tidak berkongsi lokasi',
  voidedAt: 'Dibatalkan pada',
  voidReason: 'Sebab',
  review: 'Semakan',
  reviewedBy: (outcome, name) => `${outcome} oleh ${name}`,
  reviewNote: 'Catatan',
  deliveries: 'Penghantaran webhook',
  noDeliveries: 'Tiada webhook dihantar, atau ia lebih 30 hari lalu.',
  deliveryEvent: 'Peristiwa',
  deliveryState: 'Status',
  attempts: 'Percubaan',
  lastResponse: 'Respons terakhir',
  noResponse: 'Tiada',
  void: 'Batalkan',
  voidTitle: 'Batalkan penebusan ini?',
  voidConsequence: (voucher, user) =>
    `${user} mendapat semula 1 penggunaan “${voucher}”, begitu juga had keseluruhan baucar. Rakan kongsi dimaklumkan, bersama sebab anda. Kod yang telah diberikan tidak dikembalikan ke kumpulan. Ini tidak boleh dibuat asal.`,
  voidReasonHint: 'Rakan kongsi melihatnya.',
  voidAction: 'Batalkan penebusan',
  voidDone: (voucher) => `Penebusan “${voucher}” telah dibatalkan.`,
  alreadyVoided: 'Ia sudah dibatalkan.',
}

export const REVIEW_WORDS: WordsOf<typeof english.REVIEW_WORDS> = {
  title: 'Barisan semakan',
  below: 'Penebusan yang jaraknya tidak disemak. Ia sudah dikira; semakan hanya merekodkan keputusan anda.',
  position: (index, count, isMore) =>
    isMore
      ? `${formatNumber(index)} daripada ${formatNumber(count)}+`
      : `${formatNumber(index)} daripada ${formatNumber(count)}`,
  done: 'Tiada yang menunggu semakan.',
  previous: 'Sebelumnya',
  next: 'Seterusnya',
  accept: 'Terima',
  reject: 'Tolak',
  rejectAndVoid: 'Tolak dan batalkan',
  rejectAndVoidTitle: 'Tolak dan batalkan penebusan ini?',
  rejectedAndVoided: (user) => `Penebusan ${user} ditolak dan dibatalkan.`,
  asList: 'Sebagai senarai',
  keys: 'Kekunci: j seterusnya, k sebelumnya, a terima, r tolak, v tolak dan batalkan',
  note: 'Catatan (pilihan)',
  accepted: (user) => `Penebusan ${user} diterima.`,
  rejected: (user) => `Penebusan ${user} ditolak. Ia masih dikira: batalkan jika tidak sepatutnya.`,
  userDay: 'Apa lagi yang dibuat oleh pengguna ini pada hari itu',
  outletDay: 'Apa lagi yang berlaku di cawangan ini pada hari itu',
  outcome: 'Hasil',
  nothingElse: 'Tiada yang lain.',
  dayIn: (day, zone) => `${day}, ${zone}`,
  more: 'Hanya yang terbaharu dipaparkan.',
  open: 'Buka penebusan',
}

export const STATUS_WORDS: WordsOf<typeof english.STATUS_WORDS> = {
  SUCCESS: 'Ditebus',
  FLAGGED: 'Ditandakan',
}

export const FLAG_REASON_WORDS: WordsOf<typeof english.FLAG_REASON_WORDS> = {
  outlet_not_geolocated: 'Cawangan tiada koordinat',
  gps_unavailable: 'Peranti tidak berkongsi lokasi',
}

export const OUTCOME_WORDS: WordsOf<typeof english.OUTCOME_WORDS> = {
  ACCEPTED: 'Diterima',
  REJECTED: 'Ditolak',
}
