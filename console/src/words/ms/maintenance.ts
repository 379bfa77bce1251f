import type * as english from '../maintenance.ts'
import type { WordsOf } from '../words-of.ts'

export const MAINTENANCE_WORDS: WordsOf<typeof english.MAINTENANCE_WORDS> = {
  title: 'Penyelenggaraan',
  isOn: 'Penyelenggaraan dihidupkan: tiada apa-apa boleh diubah, dituntut atau ditebus',
  since: 'Sejak',
  until: 'hingga',
  noEnd: 'sehingga seseorang mematikannya',
  by: (name) => `oleh ${name}`,
  message: 'Mesej kepada pengguna:',
  intro:
    'Pengguna, rakan kongsi dan kakitangan masih boleh membaca, tetapi tiada sesiapa boleh mengubah apa-apa. Penebusan yang dibuat sebelumnya masih dijawab, dan webhook masih dihantar.',
  readOnly: 'Penyelenggaraan dimatikan. Hanya pentadbir boleh menghidupkannya.',
  length: 'Berapa lama',
  lengths: {
    '15': '15 minit',
    '30': '30 minit',
    '60': '1 jam',
    '120': '2 jam',
    '240': '4 jam',
    none: 'Sehingga seseorang mematikannya',
  },
  messageLabel: 'Mesej kepada pengguna',
  messageHint:
    'Pilihan, dalam teks biasa. Aplikasi memberitahu dalam bahasa pengguna bahawa baucar tidak boleh digunakan sekarang.',
  turnOn: 'Hidupkan penyelenggaraan',
  turnOff: 'Matikan penyelenggaraan',
  confirmTitle: 'Hidupkan penyelenggaraan?',
  consequence:
    'Dalam 2 saat, tiada baucar boleh dituntut atau ditebus, dan tiada apa-apa boleh diubah di sini.',
  turnedOn: 'Penyelenggaraan telah dihidupkan.',
  turnedOff: 'Penyelenggaraan telah dimatikan.',
}
