import type * as english from '../account.ts'
import type { WordsOf } from '../words-of.ts'

export const ACCOUNT_WORDS: WordsOf<typeof english.ACCOUNT_WORDS> = {
  title: 'Akaun anda',
  who: 'Anda',
  name: 'Nama',
  saveName: 'Simpan nama',
  nameSaved: (name) => `Nama anda kini ${name}.`,
  changeRest: 'Minta pentadbir menukar alamat e-mel atau peranan anda.',
  language: 'Bahasa',
  languageHint:
    'Untuk konsol dan e-mel kepada anda. Jika tidak dipilih, konsol mengikut bahasa pelayar anda.',
  languageOfBrowser: 'Ikut pelayar',
  noPassword:
    'Anda tiada kata laluan: anda log masuk dengan cara lain. Minta pautan daripada pentadbir jika anda mahukannya.',
  onlySingleSignOn:
    'Organisasi anda hanya menggunakan log masuk tunggal. Kata laluan, kunci laluan dan kod tidak digunakan.',
  password: 'Kata laluan',
  passwordIntro: 'Apabila ditukar, anda dilog keluar di semua tempat lain.',
  change: 'Tukar kata laluan',
  changed: 'Kata laluan anda telah ditukar. Semua sesi lain telah tamat.',
  hint: 'Sekurang-kurangnya 12 aksara. Beberapa perkataan mudah diingati.',
  wrongPassword: 'Ini bukan kata laluan semasa anda.',
}

export const PASSWORD_LABELS: WordsOf<typeof english.PASSWORD_LABELS> = {
  currentPassword: 'Kata laluan semasa',
  newPassword: 'Kata laluan baharu',
}
