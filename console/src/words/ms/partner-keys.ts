import { plural } from '../../time/numbers.ts'
import type * as english from '../partner-keys.ts'
import type { WordsOf } from '../words-of.ts'

export const PARTNER_KEY_WORDS: WordsOf<typeof english.PARTNER_KEY_WORDS> = {
  title: 'Kunci token',
  jwksText: (url) => `Token disahkan dengan kunci di ${url}.`,
  staticText: 'Token disahkan dengan kunci awam yang didaftarkan.',
  twoKeysText: 'Token disahkan dengan salah satu daripada dua kunci awam yang didaftarkan.',
  fetchNow: 'Ambil kunci sekarang',
  checkKeys: 'Semak kunci yang didaftarkan',
  usable: (count) => plural(count, { other: '# kunci boleh digunakan' }),
  noUsable: 'Tiada kunci yang boleh digunakan',
  notFetched: (error) => `Kunci tidak dapat diambil: ${error}`,
  key: 'Kunci',
  noKid: '(tiada kid)',
  algorithms: 'Mengesahkan token yang ditandatangani dengan',
  note: 'Catatan',
  isNew: 'Baharu: digunakan apabila kunci diambil seterusnya',
  fetched: 'Kunci untuk mengesahkan token telah diambil',
  pasteLabel: 'Token pengguna',
  pasteText: 'Tampal token untuk melihat semakan mana yang gagal dan sebabnya. Ia tidak disimpan.',
  pastePlaceholder: 'eyJhbGciOi…',
  check: 'Semak token',
  oneCheck: 'Semakan',
  result: 'Hasil',
  why: 'Butiran',
  accepted: 'Permintaan dengan token ini diterima',
  refused: (error) => `Permintaan dengan token ini mendapat ${error}`,
  passed: 'Lulus',
  failed: 'Gagal',
  notChecked: 'Tidak disemak',
  claims: 'Pengepala dan medan token',
  secret: 'Rahsia tandatangan',
  secretText:
    'Ia menandatangani permintaan dalam kedua-dua arah. Menukarnya mengambil dua langkah, supaya tiada permintaan ditolak di antaranya.',
  step1: '1. Cipta rahsia seterusnya',
  step1Text:
    'Ia dipaparkan sekali sahaja. Sejak itu, permintaan yang ditandatangani dengan mana-mana rahsia diterima. Webhook masih ditandatangani dengan rahsia semasa.',
  rotate: 'Cipta rahsia seterusnya',
  rotateTitle: 'Cipta rahsia seterusnya?',
  rotateConsequence:
    'Rahsia semasa terus berfungsi. Rahsia seterusnya yang dicipta sebelum ini dan belum dinaikkan tidak lagi berfungsi serta-merta.',
  shownTitle: 'Salin rahsia seterusnya',
  shownText:
    'Pasangkannya di pihak rakan kongsi: sahkan webhook dengan kedua-dua rahsia, dan tandatangani permintaan dengan yang baharu. Kemudian naikkan rahsia itu.',
  step2: '2. Naikkan rahsia itu',
  step2Text: 'Apabila pihak rakan kongsi menggunakan rahsia baharu, tandatangani webhook dengannya.',
  nothingToPromote: 'Tiada rahsia seterusnya untuk dinaikkan. Cipta dahulu.',
  nextSince: 'Rahsia seterusnya dicipta',
  replaceNextConsequence:
    'Rahsia seterusnya yang dicipta sebelum ini digantikan: ia tidak lagi diterima. Webhook masih ditandatangani dengan rahsia semasa.',
  promote: 'Naikkan rahsia seterusnya',
  promoteTitle: 'Naikkan rahsia seterusnya?',
  promoteConsequence:
    'Webhook ditandatangani dengan rahsia seterusnya serta-merta. Permintaan yang ditandatangani dengan rahsia lama diterima selama 24 jam lagi. Ini tidak boleh dibuat asal.',
  promoted: 'Webhook kini ditandatangani dengan rahsia baharu. Rahsia lama diterima selama 24 jam lagi.',
}

export const TOKEN_CHECK_WORDS: WordsOf<typeof english.TOKEN_CHECK_WORDS> = {
  format: 'Format',
  issuer: 'Pengeluar',
  subject: 'Subjek',
  times: 'Masa ialah nombor',
  audience: 'Audiens',
  lifetime: 'Tempoh hayat',
  signature: 'Tandatangan',
  notBefore: 'Tidak sebelum',
  expiry: 'Luput',
  partner: 'Rakan kongsi didayakan',
}
