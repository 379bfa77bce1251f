import type * as english from '../text-forms.ts'
import type { WordsOf } from '../words-of.ts'

export const TEXT_FORM_WORDS: WordsOf<typeof english.TEXT_FORM_WORDS> = {
  slug: '1 hingga 63 huruf kecil, digit dan sempang, tanpa sempang di mana-mana hujung',
  image: 'laluan di bawah /uploads/ atau URL https',
  color: 'warna dalam bentuk #rrggbb',
  shareUrl: 'URL https dengan {path} selepas hos, sekali',
  origin: 'asal https tanpa laluan; untuk pembangunan juga http://localhost atau http://127.0.0.1',
  uuid: 'uuid',
  categorySlug: 'huruf besar, digit dan garis bawah',
  secret: '32 hingga 512 aksara ASCII yang kelihatan',
  languageTag: 'tag bahasa seperti ms, zh-Hans atau pt-BR',
  country: 'dua huruf (ISO 3166-1 alpha-2)',
  timeOfDay: 'masa dari 00:00 hingga 23:59',
  closingTime: 'masa dari 00:00 hingga 24:00',
  pin: 'tepat 4 digit, 0 hingga 9',
  amount: 'nombor dengan titik perpuluhan dan paling banyak 12 digit sebelumnya',
  currency: 'tiga huruf besar (ISO 4217)',
  month: 'bulan, seperti 2026-11',
  value: 'amaun dan mata wang, seperti 5.00 MYR',
  recordId: 'jenis dan id rekod',
  email: 'alamat e-mel',
  base64url: 'base64url',
  factorCode: '6 digit daripada aplikasi pengesah',
  time: 'tarikh dan masa',
  date: 'tarikh seperti 2026-12-25',
}
