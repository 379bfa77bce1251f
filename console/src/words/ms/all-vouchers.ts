import { formatNumber, plural } from '../../time/numbers.ts'
import type * as english from '../all-vouchers.ts'
import type { WordsOf } from '../words-of.ts'

export const ALL_VOUCHERS_WORDS: WordsOf<typeof english.ALL_VOUCHERS_WORDS> = {
  title: 'Baucar',
  below: 'Sejauh mana setiap baucar telah digunakan, dan bila ia tamat.',
  one: 'Baucar',
  merchant: 'Peniaga',
  search: 'Cari baucar',
  state: 'Status',
  ends: 'Tamat',
  endsWithin: (days) => plural(days, { other: 'Dalam # hari' }),
  validUntil: 'Sah hingga',
  noEnd: 'Tiada tarikh tamat',
  endsSoon: 'Hampir tamat',
  cap: 'Had keseluruhan',
  codes: 'Kod',
  used: (used, total) => `${formatNumber(used)} daripada ${formatNumber(total)}`,
  redeemed30Days: 'Ditebus dalam 30 hari',
  none: 'Belum ada baucar. Halaman peniaga mempunyai butang untuk menciptanya.',
}

export const VOUCHER_STATE_WORDS: WordsOf<typeof english.VOUCHER_STATE_WORDS> = {
  DRAFT: 'Draf',
  UPCOMING: 'Akan datang',
  LIVE: 'Aktif',
  ENDED: 'Tamat',
  INACTIVE: 'Peniaga tidak aktif',
  UNPUBLISHED: 'Dinyahterbit',
}
