import { formatNumber, plural } from '../../time/numbers.ts'
import type * as english from '../outlet-pins.ts'
import type { WordsOf } from '../words-of.ts'

export const OUTLET_PIN_WORDS: WordsOf<typeof english.OUTLET_PIN_WORDS> = {
  open: 'توليد رموز PIN',
  title: 'توليد رموز PIN',
  whichLabel: 'لأي فروع',
  missing: (count) => `الفروع التي ليس لها رمز PIN فقط (${formatNumber(count)})`,
  all: (count) => `كل الفروع (${formatNumber(count)})`,
  filtered: (count) => `كل الفروع المطابقة للبحث (${formatNumber(count)})`,
  none: 'لا فرع مطابق.',
  consequence: (count, replaced) =>
    replaced === 0
      ? plural(count, {
          zero: 'لا فرع يحصل على رمز PIN جديد.',
          one: 'يحصل فرع واحد على رمز PIN جديد. لا يُستبدل أي رمز.',
          two: 'يحصل فرعان على رمزي PIN جديدين. لا يُستبدل أي رمز.',
          few: 'تحصل # فروع على رموز PIN جديدة. لا يُستبدل أي رمز.',
          many: 'يحصل # فرعًا على رموز PIN جديدة. لا يُستبدل أي رمز.',
          other: 'يحصل # فرع على رموز PIN جديدة. لا يُستبدل أي رمز.',
        })
      : `فروع تحصل على رمز PIN جديد: ${formatNumber(count)}. رموز PIN تتوقف عن العمل فورًا: ${formatNumber(replaced)}.`,
  action: (count) =>
    plural(count, {
      zero: 'لا رموز PIN لتوليدها',
      one: 'توليد رمز PIN واحد',
      two: 'توليد رمزي PIN',
      few: 'توليد # رموز PIN',
      many: 'توليد # رمز PIN',
      other: 'توليد # رمز PIN',
    }),
  progress: (done, all) => `${formatNumber(done)} من ${formatNumber(all)}…`,
  shownTitle: (count) =>
    plural(count, {
      zero: 'لا رموز PIN جديدة',
      one: 'رمز PIN جديد',
      two: 'رمزا PIN جديدان',
      few: '# رموز PIN جديدة',
      many: '# رمز PIN جديدًا',
      other: '# رمز PIN جديد',
    }),
  shownText: (count) =>
    plural(count, {
      zero: 'لا رموز لعرضها.',
      one: 'سلّمه إلى الموظفين عند الصندوق أو اطبع بطاقة. يظهر مرة واحدة فقط.',
      two: 'سلّمهما إلى الموظفين عند الصندوق أو اطبع بطاقة لكل منهما. يظهران مرة واحدة فقط.',
      few: 'سلّمها إلى الموظفين عند الصندوق أو اطبع بطاقة لكل منها. تظهر مرة واحدة فقط.',
      many: 'سلّمها إلى الموظفين عند الصندوق أو اطبع بطاقة لكل منها. تظهر مرة واحدة فقط.',
      other: 'سلّمها إلى الموظفين عند الصندوق أو اطبع بطاقة لكل منها. تظهر مرة واحدة فقط.',
    }),
  incomplete: (missing) => `فروع تُبقي رمز PIN القديم بسبب خطأ (${formatNumber(missing)}):`,
  outlet: 'الفرع',
  pin: 'PIN',
  print: 'طباعة البطاقات',
  csv: 'CSV',
}
