import { formatNumber } from '../../time/numbers.ts'
import type * as english from '../deliveries.ts'
import type { WordsOf } from '../words-of.ts'

export const DELIVERY_WORDS: WordsOf<typeof english.DELIVERY_WORDS> = {
  facts: 'Maklumat penghantaran',
  title: 'Penghantaran',
  one: 'Penghantaran',
  back: '← Penghantaran',
  intro: 'Peristiwa webhook dan respons penerima. Disimpan selama 30 hari.',
  event: 'Peristiwa',
  partner: 'Rakan kongsi',
  state: 'Status',
  type: 'Jenis',
  attempts: 'Percubaan',
  lastResponse: 'Respons terakhir',
  nextAttempt: 'Percubaan seterusnya',
  created: 'Dicipta',
  actions: 'Tindakan',
  none: 'Belum ada peristiwa dihantar.',
  noResponse: 'Tiada respons',
  noResponseBecause: (error) => `Tiada respons: ${error}`,
  notPlanned: 'Tiada dirancang',
  onHold: 'Apabila titik akhir disambung semula',
  retry: 'Hantar semula',
  retried: 'Peristiwa sedang dihantar semula.',
  user: 'Pengguna',
  delivered: 'Sampai',
  body: 'Kandungan',
  bodyText: 'Setiap percubaan menghantar bait yang sama ini.',
  formatted: 'Tunjukkan berformat',
  headers: 'Pengepala',
  header: 'Pengepala',
  value: 'Nilai',
  headersText: (number) =>
    number > 0
      ? `Seperti yang dihantar dengan percubaan ${number}.`
      : 'Seperti yang akan dihantar oleh percubaan pertama.',
  signedAfresh: 'tandatangan baharu bagi setiap percubaan; tidak disimpan',
  userAgent: 'Counterfoil/ dan versi perkhidmatan',
  attemptsTitle: 'Percubaan dan respons',
  noAttempts: 'Belum ada apa-apa dihantar.',
  number: 'Percubaan',
  when: 'Bila',
  status: 'Respons',
  duration: 'Tempoh',
  response: 'Kandungan respons',
  emptyResponse: '(kosong)',
  milliseconds: (ms) => `${formatNumber(ms)} ms`,
}

export const DELIVERY_STATE_WORDS: WordsOf<typeof english.DELIVERY_STATE_WORDS> = {
  PENDING: 'Menunggu',
  DELIVERED: 'Sampai',
  FAILED: 'Gagal',
}

export const DELIVERY_FILTER_WORDS: WordsOf<typeof english.DELIVERY_FILTER_WORDS> = {
  UNDELIVERED: 'Belum sampai',
  ...DELIVERY_STATE_WORDS,
}

export const EVENT_WORDS: WordsOf<typeof english.EVENT_WORDS> = {
  CLAIM_CREATED: 'Baucar dituntut',
  REDEMPTION_CREATED: 'Baucar ditebus',
  REDEMPTION_VOIDED: 'Penebusan dibatalkan',
  VOUCHER_PUBLISHED: 'Baucar diterbitkan',
}

export const EVENT_OPTIONS: typeof english.EVENT_OPTIONS = Object.entries(EVENT_WORDS).map(
  ([value, label]) => ({ value, label }),
)
