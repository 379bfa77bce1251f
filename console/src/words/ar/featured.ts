import { formatNumber, plural } from '../../time/numbers.ts'
import type * as english from '../featured.ts'
import type { WordsOf } from '../words-of.ts'

export const FEATURED_WORDS: WordsOf<typeof english.FEATURED_WORDS> = {
  title: 'المميّزة',
  intro: 'يرى المستخدمون هؤلاء التجار أولًا بهذا الترتيب. اسحب صفًا، أو حدد مقبضه واضغط مفاتيح الأسهم.',
  list: 'التجار المميّزون بالترتيب',
  none: 'لا تاجر مميّز بعد.',
  add: 'إضافة تاجر',
  handle: (name, place, count) =>
    `نقل «\u2068${name}\u2069»، الموضع ${formatNumber(place)} من ${formatNumber(count)}`,
  moved: (name, place, count) =>
    `\u200F«\u2068${name}\u2069» الآن في الموضع ${formatNumber(place)} من ${formatNumber(count)}.`,
  remove: (name) => `إزالة «\u2068${name}\u2069»`,
  saved: (count) =>
    plural(count, {
      zero: 'لا تاجر مميّز الآن.',
      one: 'تاجر واحد مميّز.',
      two: 'تاجران مميّزان.',
      few: '# تجار مميّزون.',
      many: '# تاجرًا مميّزًا.',
      other: '# تاجر مميّز.',
    }),
  inactive: 'غير نشط: لا يراه المستخدمون.',
  readOnly: 'تغيير الترتيب للمسؤول فقط.',
}

export const FEATURED_LABELS: WordsOf<typeof english.FEATURED_LABELS> = { merchantIds: 'الترتيب' }
