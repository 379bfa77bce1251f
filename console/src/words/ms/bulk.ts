import { formatNumber, plural } from '../../time/numbers.ts'
import type * as english from '../bulk.ts'
import type { WordsOf } from '../words-of.ts'

type Action = keyof typeof english.BULK_ACTION_WORDS

const RECORDS: Record<Action, string> = {
  REVIEW: 'penebusan',
  VOID: 'penebusan',
  REJECT_AND_VOID: 'penebusan',
  RETRY_DELIVERY: 'penghantaran',
  PUBLISH: 'baucar',
  UNPUBLISH: 'baucar',
}

export const BULK_WORDS: WordsOf<typeof english.BULK_WORDS> = {
  title: 'Kerja pukal',
  one: 'Kerja pukal',
  back: '← Kerja pukal',
  below: 'Kerja anda sendiri dalam 30 hari lalu.',
  none: 'Anda belum memulakan kerja pukal. Pilih baris dalam senarai penebusan, penghantaran atau baucar.',
  selected: (count) => plural(count, { other: '# dipilih' }),
  allMatching: (count, isExact) =>
    isExact
      ? plural(count, { other: 'Semua # yang sepadan dengan penapis' })
      : plural(count, { other: 'Semua yang sepadan dengan penapis (lebih daripada #)' }),
  clear: 'Kosongkan pilihan',
  actions: 'Tindakan bagi baris yang dipilih',
  asking: 'Mengira …',
  ask: (action, verb, count) => `${verb} ${formatNumber(count)} ${RECORDS[action]}?`,
  start: (action, verb, count) => `${verb} ${formatNumber(count)} ${RECORDS[action]}`,
  background:
    'Ia berjalan dalam perkhidmatan: anda boleh meninggalkan halaman, dan mendapatkan hasilnya di “Kerja pukal”.',
  reason: 'Sebab',
  note: 'Catatan (pilihan)',
  progress: (done, total) => `${formatNumber(done)} daripada ${formatNumber(total)} selesai.`,
  canLeave: 'Anda boleh meninggalkan halaman ini: kerja diteruskan.',
  startedBy: (name) => `Dimulakan oleh ${name},`,
  state: 'Status',
  job: 'Kerja',
  when: 'Dimulakan',
  total: 'Rekod',
  succeeded: 'Selesai',
  requested: 'Menunggu kelulusan',
  refused: 'Ditolak',
  failed: 'Gagal',
  cancelled: 'Dilangkau',
  facts: 'Tentang kerja ini',
  results: 'Hasil',
  noResults: 'Tiada hasil.',
  record: 'Rekod',
  outcome: 'Hasil',
  why: 'Sebab',
  doneAt: 'Bila',
  cancel: 'Batalkan kerja',
  cancelTitle: 'Batalkan kerja ini?',
  cancelConsequence: (open) =>
    plural(open, { other: '# rekod dibiarkan seperti sedia ada. Yang sudah selesai kekal selesai.' }),
  cancelDone: 'Kerja telah dibatalkan.',
}

export const BULK_ACTION_WORDS: WordsOf<typeof english.BULK_ACTION_WORDS> = {
  REVIEW: 'Semak',
  VOID: 'Batalkan',
  REJECT_AND_VOID: 'Tolak dan batalkan',
  RETRY_DELIVERY: 'Hantar semula',
  PUBLISH: 'Terbitkan',
  UNPUBLISH: 'Nyahterbitkan',
}

export const BULK_VERBS: WordsOf<typeof english.BULK_VERBS> = {
  ...BULK_ACTION_WORDS,
  ACCEPTED: 'Terima',
  REJECTED: 'Tolak',
}

export const BULK_CONSEQUENCES: WordsOf<typeof english.BULK_CONSEQUENCES> = {
  REVIEW: 'Semakan hanya merekodkan keputusan anda. Semakan kemudian menggantikannya.',
  VOID: 'Setiap pengguna mendapat semula penggunaannya, begitu juga had keseluruhan baucar. Rakan kongsi dimaklumkan, bersama sebab anda. Ini tidak boleh dibuat asal.',
  REJECT_AND_VOID:
    'Setiap penebusan ditolak dan dibatalkan. Rakan kongsi dimaklumkan tentang pembatalan, bersama sebab anda. Ini tidak boleh dibuat asal.',
  RETRY_DELIVERY: 'Setiap satu dihantar serta-merta, termasuk yang sudah sampai.',
  PUBLISH:
    'Pengguna melihatnya serta-merta, kecuali jika orang kedua perlu meluluskan. Penerbitan pertama memaklumkan pengikut peniaga.',
  UNPUBLISH: 'Pengguna tidak lagi boleh melihat atau menebusnya. Anda boleh menerbitkannya semula.',
}

export const BULK_STATE_WORDS: WordsOf<typeof english.BULK_STATE_WORDS> = {
  RUNNING: 'Sedang berjalan',
  DONE: 'Tamat',
  CANCELLED: 'Dibatalkan',
  FAILED: 'Tamat awal',
}

export const BULK_OUTCOME_WORDS: WordsOf<typeof english.BULK_OUTCOME_WORDS> = {
  PENDING: 'Menunggu',
  DONE: 'Selesai',
  REQUESTED: 'Menunggu kelulusan',
  REFUSED: 'Ditolak',
  FAILED: 'Gagal',
  CANCELLED: 'Dilangkau',
}
