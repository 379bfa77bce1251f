import { plural } from '../../time/numbers.ts'
import type * as english from '../vouchers.ts'
import type { WordsOf } from '../words-of.ts'

export const VOUCHER_WORDS: WordsOf<typeof english.VOUCHER_WORDS> = {
  title: 'Baucar',
  one: 'Baucar',
  search: 'Cari baucar',
  perUser: 'Setiap pengguna',
  cap: 'Had keseluruhan',
  noCap: 'Tiada',
  validUntil: 'Sah hingga',
  noEnd: 'Tiada tarikh tamat',
  state: 'Status',
  action: 'Tindakan',
  none: 'Peniaga ini belum ada baucar.',
  publish: 'Terbitkan',
  unpublish: 'Nyahterbitkan',
  publishTitle: 'Terbitkan baucar ini?',
  unpublishTitle: 'Nyahterbitkan baucar ini?',
  live: (title, notified) =>
    notified === 0
      ? `“${title}” aktif.`
      : `“${title}” aktif. ${plural(notified, { other: '# pengguna sedang dimaklumkan.' })}`,
  unpublished: (title) => `“${title}” telah dinyahterbit.`,
  unpublishConsequence:
    'Ia hilang daripada pengguna serta-merta. Pengguna yang menuntutnya mengekalkan tuntutan tetapi tidak boleh menebusnya.',
  publishAgainConsequence: 'Ia aktif semula serta-merta. Tiada sesiapa dimaklumkan kali kedua.',
  claimFirst: 'Tuntut dahulu',
  noClaim: 'Tuntutan tidak diperlukan',
  noCode: 'tiada kod',
  uploadedCodes: 'kod yang dimuat naik',
  generatedCodes: 'kod yang dijana',
  favoritesOnly: 'untuk kegemaran sahaja',
}

export const CYCLE_WORDS: WordsOf<typeof english.CYCLE_WORDS> = {
  ONE_TIME: 'secara keseluruhan',
  MONTHLY: 'sebulan',
  BIWEEKLY: 'setiap dua minggu',
}

export const VOUCHER_STATUS_WORDS: WordsOf<typeof english.VOUCHER_STATUS_WORDS> = {
  DRAFT: 'Draf',
  PUBLISHED: 'Diterbitkan',
  UNPUBLISHED: 'Dinyahterbit',
}
