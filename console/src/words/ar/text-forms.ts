import type * as english from '../text-forms.ts'
import type { WordsOf } from '../words-of.ts'

export const TEXT_FORM_WORDS: WordsOf<typeof english.TEXT_FORM_WORDS> = {
  slug: 'من 1 إلى 63 من الحروف اللاتينية الصغيرة والأرقام والشرطات، دون شرطة في أي من الطرفين',
  image: 'مسارًا تحت \u2066/uploads/\u2069 أو عنوان \u2066https\u2069',
  color: 'لونًا بالصيغة \u2066#rrggbb\u2069',
  shareUrl: 'عنوان \u2066https\u2069 يحتوي \u2066{path}\u2069 بعد المضيف مرة واحدة',
  origin:
    'أصل \u2066https\u2069 دون مسار؛ وللتطوير أيضًا \u2066http://localhost\u2069 أو \u2066http://127.0.0.1\u2069',
  uuid: '\u2066uuid\u2069',
  categorySlug: 'حروفًا لاتينية كبيرة وأرقامًا وشرطات سفلية',
  secret: 'من 32 إلى 512 محرف \u2066ASCII\u2069 مرئيًا',
  languageTag: 'رمز لغة مثل \u2066ms\u2069 أو \u2066zh-Hans\u2069 أو \u2066pt-BR\u2069',
  country: 'حرفين لاتينيين (\u2066ISO 3166-1 alpha-2\u2069)',
  timeOfDay: 'وقتًا من 00:00 إلى 23:59',
  closingTime: 'وقتًا من 00:00 إلى 24:00',
  pin: '4 أرقام بالضبط، من 0 إلى 9',
  amount: 'عددًا بفاصلة عشرية نقطية وبما لا يزيد على 12 رقمًا قبلها',
  currency: 'ثلاثة حروف لاتينية كبيرة (\u2066ISO 4217\u2069)',
  month: 'شهرًا، مثل \u20662026-11\u2069',
  value: 'مبلغًا وعملة، مثل \u20665.00 MYR\u2069',
  recordId: 'نوع السجل ومعرّفه',
  email: 'عنوان بريد إلكتروني',
  base64url: '\u2066base64url\u2069',
  factorCode: '6 أرقام من تطبيق المصادقة',
  time: 'تاريخًا ووقتًا',
  date: 'تاريخًا مثل \u20662026-12-25\u2069',
}
