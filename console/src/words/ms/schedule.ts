import { plural } from '../../time/numbers.ts'
import type * as english from '../schedule.ts'
import type { WordsOf } from '../words-of.ts'

export const SCHEDULE_WORDS: WordsOf<typeof english.SCHEDULE_WORDS> = {
  title: 'Jadual',
  legend: 'Diterbitkan dan dinyahterbit secara automatik',
  zoneNote: (zone) =>
    `Masa adalah dalam zon masa peniaga, ${zone}. Baucar berubah dalam masa seminit, dan pengguna yang menambah peniaga pada kegemaran dimaklumkan pada penerbitan pertamanya.`,
  publishAtHint: 'Kosong: seseorang menerbitkannya.',
  isPublished: 'Ia sudah diterbitkan.',
  unpublishAtHint: 'Kosong: ia kekal diterbitkan hingga tamat, atau sehingga seseorang menyahterbitkannya.',
  saved: (title) => `Jadual “${title}” telah disimpan.`,
  removed: (title) => `Jadual “${title}” telah dialih keluar.`,
  publishes: (time) => `Diterbitkan ${time}`,
  unpublishes: (time) => `Dinyahterbit ${time}`,
  failed: 'Tidak diterbitkan pada masanya',
  failedAt: (time) =>
    `Ia tidak diterbitkan pada ${time}. Lengkapkan apa yang kurang, kemudian terbitkan atau tetapkan masa baharu.`,
}

export const SCHEDULE_LABELS: WordsOf<typeof english.SCHEDULE_LABELS> = {
  publishAt: 'Terbitkan pada',
  unpublishAt: 'Nyahterbitkan pada',
}

export const CALENDAR_WORDS: WordsOf<typeof english.CALENDAR_WORDS> = {
  title: 'Kalendar',
  below: (zone) => `Apa yang diterbitkan, bermula, berjalan dan tamat. Hari mengikut ${zone}.`,
  month: 'Bulan',
  previousMonth: 'Bulan sebelumnya',
  nextMonth: 'Bulan seterusnya',
  search: 'Cari baucar',
  event: 'Apa yang berlaku',
  allMonth: 'Sepanjang bulan',
  onDay: (day) => `Baucar pada ${day}`,
  inMonth: (month) => `Baucar dalam ${month}`,
  none: 'Tiada baucar diterbitkan, bermula, berjalan atau tamat dalam bulan ini.',
  voucher: 'Baucar',
  merchant: 'Peniaga',
  state: 'Status',
  happens: 'Apa yang berlaku',
  runsColumn: 'Berjalan',
  noEnd: 'tiada tarikh tamat',
}

export const CALENDAR_EVENT_WORDS: WordsOf<typeof english.CALENDAR_EVENT_WORDS> = {
  PUBLISHES: {
    name: 'Diterbitkan',
    on: 'Diterbitkan',
    count: (n) => plural(n, { other: '# diterbitkan' }),
  },
  STARTS: {
    name: 'Bermula',
    on: 'Bermula',
    count: (n) => plural(n, { other: '# bermula' }),
  },
  RUNS: {
    name: 'Berjalan',
    on: 'Berjalan',
    count: (n) => plural(n, { other: '# berjalan' }),
  },
  ENDS: {
    name: 'Tamat',
    on: 'Tamat',
    count: (n) => plural(n, { other: '# tamat' }),
  },
  UNPUBLISHES: {
    name: 'Dinyahterbit',
    on: 'Dinyahterbit',
    count: (n) => plural(n, { other: '# dinyahterbit' }),
  },
}
