import { LOCALE } from '../../time/language.ts'
import type * as english from '../settings.ts'
import type { WordsOf } from '../words-of.ts'

export const SETTINGS_WORDS: WordsOf<typeof english.SETTINGS_WORDS> = {
  title: 'Tetapan',
  secondFactor: 'Faktor kedua',
  intro:
    'Orang dengan peranan ini mesti mempunyai kunci laluan atau aplikasi pengesah. Log masuk tunggal dikira sebagai dua faktor.',
  roles: 'Diwajibkan bagi',
  save: 'Simpan',
  changedAt: 'Terakhir diubah',
  readOnly: 'Hanya pentadbir boleh mengubahnya.',
  confirmTitle: 'Ubah siapa yang memerlukan faktor kedua?',
  newlyRequired: (roles) =>
    `Mulai sekarang, orang dengan peranan ${roles} yang tiada faktor kedua hanya boleh menambahnya. Ini berkuat kuasa serta-merta, juga bagi sesi yang terbuka.`,
  noLongerRequired: (roles) => `Orang dengan peranan ${roles} boleh log masuk dengan kata laluan sahaja.`,
  yourself: 'Anda sendiri belum ada faktor kedua, jadi anda akan diminta menambahnya sekarang.',
  saved: 'Tetapan telah disimpan.',
}

const LIST = new Intl.ListFormat(LOCALE, { type: 'disjunction' })

export const listWords: typeof english.listWords = (items) => LIST.format(items)
