import { plural } from '../../time/numbers.ts'
import type * as english from '../statements.ts'
import type { WordsOf } from '../words-of.ts'

const redemptions = (count: number) => plural(count, { other: '# penebusan' })

export const STATEMENT_WORDS: WordsOf<typeof english.STATEMENT_WORDS> = {
  title: 'Penyata',
  back: '← Penyata',
  month: 'Bulan',
  previousMonth: 'Bulan sebelumnya',
  nextMonth: 'Bulan seterusnya',
  open: 'Terbuka: angka ini dikira sekarang dan masih boleh berubah.',
  closedAt: 'Ditutup',
  closedText: 'Angka ini tidak akan berubah. Apa yang berubah kemudian ialah pelarasan bulan kemudian.',
  totals: 'Jumlah',
  withoutValue: 'Tanpa nilai',
  redemptions,
  unreviewed: 'Belum disemak',
  unreviewedHint: (count, isWhole) =>
    isWhole
      ? plural(count, { other: '# penebusan yang ditandakan belum disemak. Ia dikira sepenuhnya.' })
      : plural(count, {
          other: '# penebusan yang ditandakan pada halaman ini belum disemak. Ia dikira sepenuhnya.',
        }),
  merchant: 'Peniaga',
  partner: 'Rakan kongsi',
  voucher: 'Baucar',
  number: 'No.',
  value: 'Nilai',
  noValue: 'Tiada',
  redeemed: 'Ditebus',
  voided: 'Dibatalkan',
  rejected: 'Ditolak',
  adjustments: 'Pelarasan',
  net: 'Bersih',
  total: 'Jumlah',
  none: 'Tiada apa-apa ditebus dalam bulan ini.',
  show: (what, voucher) => `${what}: ${voucher}`,

  adjustmentsTitle: 'Pelarasan',
  adjustmentsOf: (month) => `Dikira dalam ${month}. Bulannya sendiri sudah ditutup.`,
  noAdjustments: 'Tiada apa-apa berubah selepas penutupan.',
  redemption: 'Penebusan',
  redemptionMonth: 'Bulannya',
  kind: 'Apa yang berlaku',
  when: 'Bila',
  count: 'Perubahan',

  close: 'Tutup bulan',
  closeTitle: (month) => `Tutup ${month}?`,
  closeConsequence:
    'Penyata semua peniaga dan rakan kongsi dibekukan dan mendapat nombornya. Pembatalan dan semakan penebusan bulan ini kemudian dikira sebagai pelarasan dalam bulan terbuka seterusnya. Ini tidak boleh dibuat asal.',
  closableFrom: 'Ia boleh ditutup sejam selepas tamat dalam setiap zon masa yang digunakan:',
  closed: (month, count) => `${month} telah ditutup: ${plural(count, { other: '# penyata' })}.`,
  closedUnreviewed: (count) => plural(count, { other: '# penebusan belum disemak semasa penutupan.' }),

  paper: 'Cetak',
  print: 'Cetak atau simpan sebagai PDF',
  tooManyRows: (rows) =>
    plural(rows, { other: 'Lebih daripada # baris. Pilih peniaga atau rakan kongsi dahulu.' }),
  draft: 'Draf: bulan masih terbuka',
  statementNumber: (number) => `Penyata no. ${number}`,
  registration: (number) => `No. pendaftaran ${number}`,
  noIssuer: 'Kepala surat kosong. Pentadbir mengisinya di bawah Tetapan.',
  period: 'Tempoh',
  periodIn: ({ month, first, last, zone }) => `${month}: ${first} hingga ${last} (${zone})`,
  closedOn: 'Ditutup pada',
  printedOn: 'Dicetak pada',
  sum: 'Jumlah',
  unreviewedNote: (count) =>
    plural(count, {
      other: '# daripada penebusan ini ditandakan dan belum disemak. Ia dikira sepenuhnya.',
    }),
  adjustmentsNote: 'Pelarasan bulan terdahulu',
}

export const STATEMENT_STATE_WORDS: WordsOf<typeof english.STATEMENT_STATE_WORDS> = {
  OPEN: 'Terbuka',
  CLOSED: 'Ditutup',
}

export const ADJUSTMENT_WORDS: WordsOf<typeof english.ADJUSTMENT_WORDS> = {
  VOIDED: 'Dibatalkan selepas penutupan',
  REJECTED: 'Ditolak selepas penutupan',
  ACCEPTED: 'Diterima selepas penutupan',
  LATE: 'Direkodkan lewat',
}

export const STATEMENT_SETTINGS_WORDS: WordsOf<typeof english.STATEMENT_SETTINGS_WORDS> = {
  title: 'Penyata',
  intro: 'Kepala surat penyata bercetak, dan bila bulan ditutup.',
  hint: 'Satu baris setiap satu, paling banyak enam.',
  logoHint: 'Dicetak di penjuru kiri atas.',
  closeOnDayHint:
    'Hari dari 2 hingga 28 (UTC) pada bulan berikutnya. Biarkan kosong jika bulan ditutup oleh orang.',
  saved: 'Tetapan penyata telah disimpan.',
}

export const STATEMENT_SETTINGS_LABELS: WordsOf<typeof english.STATEMENT_SETTINGS_LABELS> = {
  name: 'Nama pengeluar',
  addressLines: 'Alamat',
  registrationNumber: 'Nombor pendaftaran',
  logoPath: 'Logo',
  closeOnDay: 'Tutup bulan pada hari',
}
