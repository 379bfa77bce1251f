import { formatNumber } from '../../time/numbers.ts'
import type * as english from '../opening-hours.ts'
import type { WordsOf } from '../words-of.ts'

export const OPENING_HOURS_WORDS: WordsOf<typeof english.OPENING_HOURS_WORDS> = {
  intro:
    'Pengguna melihat sama ada cawangan dibuka. Baucar boleh ditebus pada bila-bila masa. Waktu tutup yang lebih awal daripada waktu buka ialah pada hari berikutnya; sehari penuh ialah 00:00 hingga 24:00.',
  unknown: 'Tidak diketahui. Pengguna tidak melihat apa-apa tentang waktu operasi.',
  add: 'Tambah waktu operasi',
  remove: 'Alih keluar waktu operasi',
  closed: 'Tutup',
  addSpan: 'Tambah waktu',
  addSpanOn: (day) => `Tambah waktu pada ${day}`,
  removeSpan: 'Alih keluar',
  removeSpanOn: (day, span) => `Alih keluar ${span} pada ${day}`,
  copyFrom: (day) => `Salin ${day} ke semua hari`,
  further: (day, place) => `${day} (${formatNumber(place)})`,
  opens: (day) => `${day}, buka`,
  closes: (day) => `${day}, tutup`,
  until: 'hingga',
  exceptions: 'Pengecualian',
  exceptionsIntro: 'Tarikh dengan waktu lain, seperti cuti umum. Tarikh tanpa waktu bermaksud tutup.',
  addException: 'Tambah tarikh',
  removeException: 'Alih keluar tarikh',
  date: 'Tarikh',
  note: 'Catatan',
  newDate: 'tarikh baharu',
  timezoneHint: 'Zon waktu operasi. Kosong: zon peniaga.',
  merchantZone: (zone) => `${zone} (peniaga)`,
}

export const IMPORTED_HOURS_WORDS: WordsOf<typeof english.IMPORTED_HOURS_WORDS> =
  'Waktu operasi ditulis sebagai Mo-Fr 09:00-18:00; Sa 20:00-02:00; 2026-12-25 closed.'

export const DAY_NAMES: WordsOf<typeof english.DAY_NAMES> = {
  MO: 'Isnin',
  TU: 'Selasa',
  WE: 'Rabu',
  TH: 'Khamis',
  FR: 'Jumaat',
  SA: 'Sabtu',
  SU: 'Ahad',
}
