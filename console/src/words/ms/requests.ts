import { formatNumber } from '../../time/numbers.ts'
import type * as english from '../requests.ts'
import type { WordsOf } from '../words-of.ts'

export const REQUEST_WORDS: WordsOf<typeof english.REQUEST_WORDS> = {
  title: 'Permintaan gagal',
  one: 'Permintaan gagal',
  back: '← Permintaan gagal',
  below:
    'Panggilan rakan kongsi dan penggunanya yang gagal dalam 7 hari lalu, terbaharu dahulu. Yang baharu muncul dengan sendirinya.',
  when: 'Bila',
  partner: 'Rakan kongsi',
  noPartner: 'Tidak diketahui',
  call: 'Panggilan',
  response: 'Respons',
  user: 'Pengguna',
  noUser: 'Tidak diketahui',
  reason: 'Sebab',
  duration: 'Tempoh',
  milliseconds: (ms) => `${formatNumber(ms)} ms`,
  status: 'Status',
  clientErrors: 'Semua 4xx',
  serverErrors: 'Semua 5xx',
  code: 'Kod ralat',
  route: 'Laluan',
  requestId: 'Id permintaan',
  newness: 'Pelancaran',
  onlyNew: 'Hanya yang baharu sejak pelancaran terakhir saya',
  none: 'Tiada permintaan gagal dalam 7 hari lalu.',
  lastRequests: 'Permintaan gagal terakhir',
  allRequests: 'Semua permintaan gagal',
  showRequest: 'Tunjukkan permintaan',
  help: 'Apa yang perlu dibuat tentang ralat ini',
  facts: 'Tentang permintaan ini',
  surface: 'Dihantar oleh',
  refusal: 'Penebusan ditolak',
  outlet: 'Cawangan',
  noDistance: 'Tidak diketahui',
  further: 'Log dan jejak',
  traceId: 'Id jejak',
  notTraced: 'Tidak dijejak',
  openTrace: 'Buka jejak',
  notRecorded:
    'Tiada permintaan gagal dengan id ini. Permintaan gagal disimpan selama 7 hari. Permintaan yang berjaya tidak direkodkan.',
  searchRefusals: 'Cari id ini dalam percubaan ditolak',
}

export const SURFACE_WORDS: WordsOf<typeof english.SURFACE_WORDS> = {
  integration: 'Pelayan rakan kongsi',
  consumer: 'Aplikasi pengguna',
}
