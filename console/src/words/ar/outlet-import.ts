import { formatNumber, plural } from '../../time/numbers.ts'
import type * as english from '../outlet-import.ts'
import type { WordsOf } from '../words-of.ts'

export const OUTLET_IMPORT_WORDS: WordsOf<typeof english.OUTLET_IMPORT_WORDS> = {
  title: 'استيراد الفروع',
  intro: (required, optional) =>
    `ملف CSV بالأعمدة \u2066${required.join(', ')}\u2069، واختياريًا \u2066${optional.join(', ')}\u2069. تُطابَق الفروع بالاسم، والخلايا الفارغة لا تغيّر شيئًا.`,
  choose: 'اختيار ملف CSV',
  chooseOther: 'اختيار ملف آخر',
  noRows: 'لا صفوف في الملف.',
  tooLarge: 'الملف أكبر من \u20668 MiB\u2069. قسّمه.',
  nothingWritten: 'لم يُكتب شيء.',
  sending: 'جارٍ إرسال الملف…',
  working: 'جارٍ فحص الصفوف…',
  running: 'هناك استيراد جارٍ.',
  show: 'عرض الاستيراد',
  preview: 'معاينة',
  line: 'السطر',
  outlet: 'الفرع',
  result: 'النتيجة',
  details: 'التفاصيل',
  kinds: { new: 'جديد', changed: 'متغيّر', unchanged: 'كما هو', wrong: 'خطأ', written: 'كُتب' },
  summary: (counts) =>
    `جديدة: ${formatNumber(counts.new)}، متغيّرة: ${formatNumber(counts.changed)}، كما هي: ${formatNumber(counts.same)}، خاطئة: ${formatNumber(counts.wrong)}.`,
  firstRows: (shown, all) => `أول الصفوف: ${formatNumber(shown)} من ${formatNumber(all)}، الخاطئة أولًا.`,
  write: (count, wrong) =>
    wrong === 0
      ? plural(count, {
          zero: 'لا فروع لكتابتها',
          one: 'كتابة فرع واحد',
          two: 'كتابة فرعين',
          few: 'كتابة # فروع',
          many: 'كتابة # فرعًا',
          other: 'كتابة # فرع',
        })
      : `كتابة الفروع (${formatNumber(count)}) واستبعاد الخاطئة (${formatNumber(wrong)})`,
  wrongStay: 'لم يُكتب شيء بعد. صحّح الصفوف الخاطئة في الملف أو استبعدها.',
  nothingToWrite: 'لا شيء لكتابته.',
  finished: (written, wrong) =>
    wrong === 0
      ? plural(written, {
          zero: 'لم يُكتب أي فرع.',
          one: 'كُتب فرع واحد.',
          two: 'كُتب فرعان.',
          few: 'كُتبت # فروع.',
          many: 'كُتب # فرعًا.',
          other: 'كُتب # فرع.',
        })
      : `الفروع المكتوبة: ${formatNumber(written)}. الصفوف الخاطئة المستبعدة: ${formatNumber(wrong)}.`,
  report: 'الصفوف الخاطئة بصيغة CSV',
  back: '→ الفروع',
}
