import { plural } from '../../time/numbers.ts'
import type * as english from '../history.ts'
import type { WordsOf } from '../words-of.ts'

export const HISTORY_WORDS: WordsOf<typeof english.HISTORY_WORDS> = {
  title: 'التاريخ',
  of: (name) => `تاريخ «\u2068${name}\u2069»`,
  show: 'التاريخ',
  none: 'لم يتغير شيء بعد.',
  more: 'عرض المزيد',
  details: (count) =>
    plural(count, {
      zero: 'لا حقول',
      one: 'عرض القيمة',
      two: 'عرض الحقلين',
      few: 'عرض # حقول',
      many: 'عرض # حقلًا',
      other: 'عرض # حقل',
    }),
  notShown: 'تغيّر',
  fromTo: (from, to) => `${from} ← ${to}`,
}
