import type * as english from '../outlet-labels.ts'
import type { WordsOf } from '../words-of.ts'

export const OUTLET_LABELS: WordsOf<typeof english.OUTLET_LABELS> = {
  name: 'Nama',
  addressLine: 'Baris alamat',
  addressFull: 'Alamat penuh',
  city: 'Bandar',
  state: 'Negeri atau wilayah',
  postalCode: 'Poskod',
  countryCode: 'Negara',
  latitude: 'Latitud',
  longitude: 'Longitud',
  timezone: 'Zon masa',
  openingHours: 'Waktu operasi',
  redeemBy: 'Tebus dengan',
  isActive: 'Aktif',
  translations: 'Terjemahan',
}

export const REDEEM_BY_WORDS: WordsOf<typeof english.REDEEM_BY_WORDS> = {
  PIN: 'PIN',
  QR: 'Kod yang diimbas oleh peranti cawangan',
  BOTH: 'PIN atau kod',
}
