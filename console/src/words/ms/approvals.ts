import type * as english from '../approvals.ts'
import type { WordsOf } from '../words-of.ts'

export const APPROVAL_WORDS: WordsOf<typeof english.APPROVAL_WORDS> = {
  title: 'Kelulusan',
  one: 'Permintaan',
  intro: 'Perubahan yang menunggu orang kedua. Tiada sesiapa meluluskan permintaannya sendiri.',
  back: '← Kelulusan',
  none: 'Tiada apa-apa diminta.',
  change: 'Perubahan',
  record: 'Rekod',
  by: 'Diminta oleh',
  when: 'Bila',
  state: 'Status',
  expires: 'Tamat',
  decidedBy: 'Diputuskan oleh',
  note: 'Catatan',
  noteHint: 'Pilihan. Dibaca oleh orang yang membuat permintaan.',
  from: 'Sekarang',
  to: 'Jika diluluskan',
  fromDecided: 'Sebelum',
  toDecided: 'Diminta',
  field: 'Medan',
  facts: 'Tentang permintaan',
  changes: 'Apa yang diubah',
  merchant: 'Peniaga',
  terms: 'Apa yang akan diterbitkan',
  value: 'Nilai',
  notShown: 'tidak dipaparkan',
  nothing: '–',
  approve: 'Luluskan',
  approved: 'Diluluskan. Perubahan telah dibuat.',
  reject: 'Tolak',
  rejected: 'Ditolak. Tiada apa-apa berubah.',
  withdraw: 'Tarik balik',
  withdrawn: 'Ditarik balik. Tiada apa-apa berubah.',
  recordChanged:
    'Rekod telah berubah sejak permintaan dibuat, jadi ia tidak lagi boleh diluluskan. Perubahan boleh diminta semula.',
  emergency: 'Pengendali melaksanakannya dalam kecemasan, tanpa orang kedua.',
  own: 'Anda yang memintanya, jadi orang lain membuat keputusan.',
  notYours: 'Pentadbir membuat keputusan tentang ini.',
  sent: (summary) => `Dihantar untuk kelulusan: ${summary}. Belum ada apa-apa berubah.`,
  waiting: 'Menunggu kelulusan',
  open: 'Buka permintaan',
  badge: (count) => `${count} menunggu kelulusan`,
  pinWaits: 'PIN ini berfungsi sebaik sahaja diluluskan. Sehingga itu, PIN lama masih berfungsi.',
  pinsWait: 'Semua PIN ini berfungsi sebaik sahaja diluluskan. Sehingga itu, PIN lama masih berfungsi.',
  importWaits: 'PIN dalam fail menunggu kelulusan.',
}

export const APPROVAL_STATE_WORDS: WordsOf<typeof english.APPROVAL_STATE_WORDS> = {
  PENDING: 'Menunggu',
  APPROVED: 'Diluluskan',
  REJECTED: 'Ditolak',
  WITHDRAWN: 'Ditarik balik',
  EXPIRED: 'Tamat selepas 7 hari',
  LAPSED: 'Tamat: rekod telah berubah',
}

export const APPROVAL_KIND_WORDS: WordsOf<typeof english.APPROVAL_KIND_WORDS> = {
  'voucher.publish': 'Terbitkan baucar',
  'voucher.schedule': 'Jadualkan baucar',
  'voucher.update': 'Ubah baucar',
  'outlet.update': 'Ubah cawangan',
  'outlet.pins': 'Tetapkan PIN',
  'partner.update': 'Ubah rakan kongsi',
  'settings.approvals': 'Matikan kelulusan',
}

export const APPROVAL_SETTINGS_WORDS: WordsOf<typeof english.APPROVAL_SETTINGS_WORDS> = {
  title: 'Kelulusan',
  intro:
    'Semasa kelulusan dihidupkan, orang kedua meluluskan setiap penerbitan, setiap perubahan nilai, had keseluruhan atau had baucar yang diterbitkan, setiap PIN, dan setiap perubahan URL, kunci dan skop rakan kongsi.',
  isOn: 'Kelulusan dihidupkan',
  isOff: 'Kelulusan dimatikan',
  turnOn: 'Hidupkan',
  turnOnTitle: 'Hidupkan kelulusan?',
  turnOnConsequence:
    'Mulai sekarang, perubahan ini menunggu orang kedua. Untuk mematikan kelulusan semula, pentadbir kedua juga mesti meluluskannya.',
  turnOff: 'Matikan',
  turnOffTitle: 'Minta kelulusan dimatikan?',
  turnOffConsequence: 'Pentadbir kedua perlu meluluskannya.',
  turnedOn: 'Kelulusan telah dihidupkan.',
}
