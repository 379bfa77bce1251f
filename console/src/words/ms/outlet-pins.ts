import { formatNumber, plural } from '../../time/numbers.ts'
import type * as english from '../outlet-pins.ts'
import type { WordsOf } from '../words-of.ts'

export const OUTLET_PIN_WORDS: WordsOf<typeof english.OUTLET_PIN_WORDS> = {
  open: 'Jana PIN',
  title: 'Jana PIN',
  whichLabel: 'Untuk cawangan mana',
  missing: (count) => `Hanya cawangan tanpa PIN (${formatNumber(count)})`,
  all: (count) => `Semua cawangan (${formatNumber(count)})`,
  filtered: (count) => `Semua cawangan yang sepadan dengan carian (${formatNumber(count)})`,
  none: 'Tiada cawangan yang sepadan.',
  consequence: (count, replaced) =>
    replaced === 0
      ? plural(count, { other: '# cawangan mendapat PIN baharu. Tiada PIN digantikan.' })
      : `${plural(count, { other: '# cawangan mendapat PIN baharu.' })} ${plural(replaced, { other: '# PIN tidak lagi berfungsi serta-merta.' })}`,
  action: (count) => plural(count, { other: 'Jana # PIN' }),
  progress: (done, all) => `${formatNumber(done)} daripada ${formatNumber(all)} …`,
  shownTitle: (count) => plural(count, { other: '# PIN baharu' }),
  shownText: () =>
    'Sampaikan kepada kakitangan di kaunter, atau cetak kad bagi setiap satu. PIN dipaparkan sekali sahaja.',
  incomplete: (missing) =>
    plural(missing, { other: '# cawangan mengekalkan PIN lamanya kerana ada masalah:' }),
  outlet: 'Cawangan',
  pin: 'PIN',
  print: 'Cetak kad',
  csv: 'CSV',
}
