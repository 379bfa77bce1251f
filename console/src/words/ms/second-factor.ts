import type * as english from '../second-factor.ts'
import type { WordsOf } from '../words-of.ts'

export const SECOND_FACTOR_WORDS: WordsOf<typeof english.SECOND_FACTOR_WORDS> = {
  intro: {
    PASSKEY: 'Kata laluan anda betul. Sekarang sahkan dengan kunci laluan anda.',
    TOTP: 'Masukkan kod 6 digit daripada aplikasi pengesah anda.',
    RECOVERY_CODE: 'Masukkan salah satu kod pemulihan yang anda simpan. Setiap satu berfungsi sekali.',
  },
  label: { TOTP: 'Kod', RECOVERY_CODE: 'Kod pemulihan' },
  use: {
    PASSKEY: 'Guna kunci laluan',
    TOTP: 'Guna aplikasi pengesah',
    RECOVERY_CODE: 'Guna kod pemulihan',
  },
  wrong: {
    TOTP: 'Kod ini salah, atau sudah digunakan. Tunggu kod seterusnya dalam aplikasi anda.',
    RECOVERY_CODE: 'Kod pemulihan ini salah, atau sudah digunakan. Setiap satu berfungsi sekali.',
  },
  startAgain: 'Mula semula',
}
