import { plural } from '../../time/numbers.ts'
import type * as english from '../factors.ts'
import type { WordsOf } from '../words-of.ts'

export const TOTP_WORDS: WordsOf<typeof english.TOTP_WORDS> = {
  title: 'Aplikasi pengesah',
  intro: 'Selepas kata laluan anda, aplikasi pada telefon anda menunjukkan kod 6 digit untuk dimasukkan.',
  off: 'Belum disediakan',
  since: 'Disediakan',
  setUp: 'Sediakan',
  setUpTitle: 'Sediakan aplikasi pengesah',
  scan: '1. Imbas ini dengan aplikasi.',
  scanLabel: 'Kod QR untuk aplikasi pengesah',
  typeInstead: 'Tiada kamera? Taip kunci ini dalam aplikasi:',
  copyKey: 'Salin kunci',
  confirm: '2. Masukkan kod yang ditunjukkan oleh aplikasi.',
  code: 'Kod',
  confirmAction: 'Sahkan',
  wrong:
    'Kod ini salah atau terlalu lama. Masukkan kod yang ditunjukkan oleh aplikasi sekarang, dan semak jam telefon.',
  ends: 'Semua sesi anda yang lain akan tamat.',
  done: 'Aplikasi pengesah telah disediakan.',
  remove: 'Alih keluar',
  removeTitle: 'Alih keluar aplikasi pengesah?',
  removeConsequence: 'Log masuk tidak lagi meminta kodnya. Semua sesi anda yang lain tamat.',
  removeLastConsequence:
    'Ia satu-satunya faktor kedua anda: selepas ini anda log masuk dengan kata laluan sahaja, dan kod pemulihan anda tidak lagi berfungsi. Semua sesi anda yang lain tamat.',
  removed: 'Aplikasi pengesah telah dialih keluar.',
}

export const RECOVERY_WORDS: WordsOf<typeof english.RECOVERY_WORDS> = {
  title: 'Kod pemulihan',
  intro:
    'Untuk digunakan jika telefon atau kunci laluan anda hilang. Setiap kod menggantikan faktor kedua sekali.',
  left: (count) => plural(count, { other: 'Baki # kod' }),
  few: 'Cipta kod baharu, supaya anda tidak terkunci di luar jika peranti hilang.',
  create: 'Cipta kod baharu',
  createTitle: 'Cipta kod pemulihan baharu?',
  createConsequence: (left) =>
    left === 0
      ? 'Anda mendapat sepuluh kod. Kod dipaparkan sekali sahaja.'
      : plural(left, {
          other:
            'Anda mendapat sepuluh kod, dipaparkan sekali sahaja. # kod yang anda ada sekarang tidak lagi berfungsi.',
        }),
  needsFactor: 'Tambah kunci laluan atau aplikasi pengesah dahulu.',
  shownTitle: 'Simpan kod pemulihan anda',
  shownText:
    'Setiap kod berfungsi sekali, apabila anda tidak dapat menggunakan kunci laluan atau aplikasi pengesah. Simpan di tempat anda menyimpan kata laluan.',
  copyAll: 'Salin semua',
  download: 'Muat turun',
  fileName: 'counterfoil-kod-pemulihan.txt',
  fileHeading: (email) => `Kod pemulihan Counterfoil untuk ${email}. Setiap satu berfungsi sekali.`,
}

export const ADD_FACTOR_WORDS: WordsOf<typeof english.ADD_FACTOR_WORDS> = {
  title: 'Tambah faktor kedua',
  text: 'Peranan anda memerlukannya: pentadbir mewajibkannya. Tambah kunci laluan atau aplikasi pengesah untuk meneruskan.',
}
