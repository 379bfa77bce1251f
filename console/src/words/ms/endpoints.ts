import { MAX_UNDELIVERED_COUNTED } from '@counterfoil/contract/admin/delivery-health.ts'
import { formatNumber, plural } from '../../time/numbers.ts'
import type * as english from '../endpoints.ts'
import type { WordsOf } from '../words-of.ts'

const events = (count: number) => plural(count, { other: '# peristiwa' })

export const ENDPOINT_WORDS: WordsOf<typeof english.ENDPOINT_WORDS> = {
  title: 'Titik akhir webhook',
  noUrl: 'URL webhook belum ditetapkan. Peristiwa hanya ada dalam suapan peristiwa.',
  active: 'Peristiwa dihantar ke alamat ini',
  nothingSent: 'Belum ada peristiwa dihantar ke alamat ini',
  disabled: 'Rakan kongsi dilumpuhkan: peristiwa menunggu',
  failingSince: 'Gagal sejak',
  failingText: 'Semua percubaan sejak itu gagal. Peristiwa disimpan dan dihantar semula.',
  pausedSince: 'Dijeda sejak',
  GONE: 'Titik akhir menjawab 410 Gone.',
  EXHAUSTED: 'Ia gagal selama 5 hari, sekurang-kurangnya 20 kali, tanpa berjaya.',
  undelivered: (count) =>
    count > MAX_UNDELIVERED_COUNTED
      ? `Lebih daripada ${events(MAX_UNDELIVERED_COUNTED)} belum sampai`
      : plural(count, { other: '# peristiwa belum sampai' }),
  lastResponse: (status) => (status === null ? 'Respons terakhir: tiada' : `Respons terakhir: ${status}`),
  allArrived: 'Semua telah sampai.',
  deliverNow: 'Hantar semua yang belum sampai',
  deliverNowStarted: (count) =>
    count === 0
      ? 'Tiada yang belum sampai. Peristiwa yang menunggu sedang dihantar sekarang.'
      : plural(count, { other: '# peristiwa sedang dihantar sekarang. Anda boleh tinggalkan halaman ini.' }),
  pausedText: 'Peristiwa disimpan, dan dihantar apabila anda menyambung semula.',
  resume: 'Sambung semula penghantaran',
  resumed: 'Penghantaran disambung semula. Peristiwa yang menunggu sedang dihantar sekarang.',
  needsUrl: 'Tetapkan URL webhook dahulu.',
  test: 'Hantar peristiwa ujian',
  testText: 'Contoh bertandatangan. Ia tiada dalam suapan peristiwa, dan tidak dicuba semula.',
  testType: 'Jenis peristiwa ujian',
  testOk: 'Penerima menerimanya',
  testFailed: 'Penerima tidak menerimanya',
  status: (status, ms) => `Status ${status} selepas ${formatNumber(ms)} ms`,
  noResponse: (error) => `Tiada respons: ${error}`,
  responseBody: 'Kandungan respons:',
  replay: 'Ulang tempoh',
  replayTitle: 'Ulang tempoh',
  replayText:
    'Menghantar semula peristiwa dalam suatu tempoh. Penerima mengenali peristiwa berulang melalui id.',
  since: 'Dari (masa anda)',
  until: 'Hingga (masa anda)',
  untilHint: 'Biarkan kosong untuk “hingga sekarang”.',
  only: 'Peristiwa yang mana',
  undeliveredOnly: 'Hanya yang belum sampai',
  failedOnly: 'Hanya yang kehabisan percubaan',
  all: 'Semua peristiwa dalam tempoh',
  count: 'Kira peristiwa',
  chooseStart: 'Pilih bila tempoh bermula.',
  endFirst: 'Tempoh tamat sebelum ia bermula.',
  nothingToSend: 'Tiada peristiwa yang sepadan. Pilih tempoh lain, atau semua peristiwa.',
  counted: (count, url) => `${events(count)} akan dihantar semula ke ${url}.`,
  start: (count) => plural(count, { other: 'Hantar # peristiwa' }),
  started: (count) =>
    plural(count, { other: 'Ulangan telah bermula: # peristiwa. Anda boleh tinggalkan halaman ini.' }),
  lastReplay: 'Ulangan terkini',
  running: 'Sedang berjalan',
  finished: 'Selesai',
  stopped: 'Terhenti kerana ralat',
  progress: (delivered, total) => `${formatNumber(delivered)} daripada ${events(total)} sampai`,
  failed: (count) => plural(count, { other: '# gagal' }),
  pending: (count) => plural(count, { other: '# menunggu' }),
  startedAt: 'Bermula',
}
