import { formatNumber, plural } from '../../time/numbers.ts'
import type * as english from '../outlet-import.ts'
import type { WordsOf } from '../words-of.ts'

export const OUTLET_IMPORT_WORDS: WordsOf<typeof english.OUTLET_IMPORT_WORDS> = {
  title: 'Import cawangan',
  intro: (required, optional) =>
    `Fail CSV dengan lajur ${required.join(', ')}, dan jika mahu ${optional.join(', ')}. Cawangan dipadankan mengikut nama; sel kosong tidak mengubah apa-apa.`,
  choose: 'Pilih fail CSV',
  chooseOther: 'Pilih fail lain',
  noRows: 'Fail ini tiada baris.',
  tooLarge: 'Fail melebihi 8 MiB. Pecahkan fail itu.',
  nothingWritten: 'Tiada apa-apa ditulis.',
  sending: 'Menghantar fail …',
  working: 'Menyemak baris …',
  running: 'Import sedang berjalan.',
  show: 'Tunjukkan import',
  preview: 'Pratonton',
  line: 'Baris',
  outlet: 'Cawangan',
  result: 'Hasil',
  details: 'Butiran',
  kinds: { new: 'Baharu', changed: 'Berubah', unchanged: 'Sama', wrong: 'Salah', written: 'Ditulis' },
  summary: (counts) =>
    `${formatNumber(counts.new)} baharu, ${formatNumber(counts.changed)} berubah, ${formatNumber(counts.same)} sama, ${formatNumber(counts.wrong)} salah.`,
  firstRows: (shown, all) =>
    `${formatNumber(shown)} baris pertama daripada ${formatNumber(all)}, yang salah dahulu.`,
  write: (count, wrong) =>
    wrong === 0
      ? plural(count, { other: 'Tulis # cawangan' })
      : plural(count, { other: `Tulis # cawangan, abaikan ${formatNumber(wrong)}` }),
  wrongStay: 'Belum ada apa-apa ditulis. Betulkan baris yang salah dalam fail, atau abaikan.',
  nothingToWrite: 'Tiada apa-apa untuk ditulis.',
  finished: (written, wrong) =>
    wrong === 0
      ? plural(written, { other: '# cawangan ditulis.' })
      : `${plural(written, { other: '# cawangan ditulis.' })} ${plural(wrong, { other: '# baris yang salah diabaikan.' })}`,
  report: 'Baris yang salah sebagai CSV',
  back: '← Cawangan',
}
