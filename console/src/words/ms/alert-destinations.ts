import { plural } from '../../time/numbers.ts'
import type * as english from '../alert-destinations.ts'
import type { WordsOf } from '../words-of.ts'

export const DESTINATION_KIND_WORDS: WordsOf<typeof english.DESTINATION_KIND_WORDS> = {
  EMAIL: 'E-mel',
  SLACK: 'Slack',
  TEAMS: 'Teams',
  SIGNED: 'Peristiwa bertandatangan',
}

export const DESTINATION_KIND_HINTS: WordsOf<typeof english.DESTINATION_KIND_HINTS> = {
  EMAIL: 'Setiap alamat menerima e-mel sendiri.',
  SLACK: 'Alamat webhook masuk Slack.',
  TEAMS: 'Alamat aliran kerja Teams yang menyiarkan ke saluran apabila permintaan webhook diterima.',
  SIGNED:
    'Alamat anda sendiri. Permintaannya ditandatangani seperti webhook; rahsianya dipaparkan sekali sahaja.',
}

export const DESTINATION_LABELS: WordsOf<typeof english.DESTINATION_LABELS> = {
  name: 'Nama',
  kind: 'Jenis',
  url: 'Alamat',
  addresses: 'Alamat e-mel',
  alertKinds: 'Amaran ini sahaja',
  merchantId: 'Peniaga ini sahaja',
  partnerId: 'Rakan kongsi ini sahaja',
  timing: 'Bila',
  language: 'Bahasa',
  timezone: 'Zon masa',
  quietFrom: 'Senyap dari',
  quietUntil: 'Senyap hingga',
}

export const DESTINATION_WORDS: WordsOf<typeof english.DESTINATION_WORDS> = {
  title: 'Destinasi amaran',
  intro: 'Orang dan program yang dimaklumkan apabila amaran bermula dan tamat.',
  open: 'Destinasi amaran',
  settingsText: 'Hantar amaran melalui e-mel, ke Slack atau Teams, atau sebagai peristiwa bertandatangan.',
  none: 'Amaran belum dihantar ke mana-mana.',
  create: 'Tambah destinasi',
  createTitle: 'Hantar amaran ke destinasi',
  createAction: 'Tambah',
  editTitle: 'Ubah destinasi',
  name: 'Destinasi',
  what: 'Amaran',
  when: 'Bila',
  state: 'Status',
  actions: 'Tindakan',
  everyAlert: 'Semua amaran',
  kinds: (count) => plural(count, { other: '# jenis' }),
  ofMerchant: 'bagi satu peniaga',
  ofPartner: 'bagi satu rakan kongsi',
  timings: { AT_ONCE: 'Serta-merta', HOURLY: 'Sejam sekali' },
  timingHints: {
    AT_ONCE: 'Dalam kira-kira seminit. Setiap jenis amaran dihantar paling kerap setiap 10 minit.',
    HOURLY: 'Semua yang berlaku dalam sejam dalam satu mesej, selepas jam genap.',
  },
  quiet: (from, until, zone) => `senyap dari ${from} hingga ${until} (${zone})`,
  quietHint: 'Contohnya 22:00. Apa yang berlaku pada waktu ini dihantar selepasnya.',
  zoneHint: 'Untuk waktu senyap dan masa dalam mesej.',
  kindsHint: 'Tiada: semua amaran.',
  addressesHint: 'Satu alamat sebaris, paling banyak 10.',
  urlKept:
    'Biarkan kosong untuk mengekalkan alamat. Ia tidak dipaparkan kerana sesiapa yang mengetahuinya boleh menulis ke situ.',
  working: 'Berfungsi',
  neverUsed: 'Belum ada yang dihantar',
  failing: 'Gagal sejak',
  lastSent: 'Mesej terakhir',
  waiting: (count) => plural(count, { other: '# baris menunggu' }),
  givenUp: (count) => plural(count, { other: '# mesej tidak lagi dicuba dalam 30 hari' }),
  test: 'Uji',
  testOf: (name) => `Hantar mesej ujian ke ${name}`,
  testTitle: (name) => `Ujian ${name}`,
  testOk: 'Mesej ujian diterima.',
  testFailed: 'Mesej ujian tidak diterima.',
  testStatus: (status) => `Penerima menjawab ${status}.`,
  response: 'Respons:',
  close: 'Tutup',
  change: 'Ubah',
  remove: 'Padam',
  removeTitle: (name) => `Padam ${name}?`,
  removeText:
    'Mulai sekarang tiada amaran dihantar ke situ. Apa yang masih menunggu untuk dihantar ke situ digugurkan.',
  removed: (name) => `${name} telah dipadam.`,
  saved: 'Destinasi telah disimpan.',
  newSecret: 'Rahsia baharu',
  newSecretTitle: (name) => `Gantikan rahsia tandatangan ${name}?`,
  newSecretText:
    'Rahsia lama tidak digunakan mulai sekarang. Apa yang ditolak oleh penerima anda sehingga ia mempunyai rahsia baharu dihantar semula selama 3 hari.',
  secretTitle: 'Rahsia tandatangan',
  secretText: 'Penerima anda mengesahkan tandatangan setiap permintaan dengannya.',
}
