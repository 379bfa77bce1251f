import { plural } from '../../time/numbers.ts'
import type * as english from '../voucher-editor.ts'
import type { WordsOf } from '../words-of.ts'

export const VOUCHER_EDITOR_WORDS: WordsOf<typeof english.VOUCHER_EDITOR_WORDS> = {
  imageHint: 'تظهر على البطاقة وأعلى القسيمة. الصورة العريضة أنسب.',
  back: (merchant) => `→ \u2068${merchant}\u2069`,
  create: 'قسيمة جديدة',
  createAction: 'إنشاء مسودة',
  created: (title) => `تم حفظ «\u2068${title}\u2069» كمسودة.`,
  saved: (title) => `تم حفظ «\u2068${title}\u2069».`,
  duplicate: 'تكرار',
  copyOf: (title) =>
    `نسخة من «\u2068${title}\u2069». تُحفظ مسودة جديدة. لا تُنسخ الرموز ولا عمليات الحصول والاستخدام.`,
  fixed: 'ثابت منذ أول نشر: يعتمد عليه المستخدمون.',
  saveFirst: 'احفظ تغييراتك أو تجاهلها أولًا.',
  parts: (title) => `أقسام «\u2068${title}\u2069»`,
  details: 'التفاصيل',
  codes: 'الرموز',
  publishedSince: 'أول نشر',
  neverPublished: 'لم تُنشر قط',
  redemptions: 'عمليات الاستخدام',
  claims: 'عمليات الحصول',

  offer: 'ما يراه المستخدمون',
  use: 'طريقة الاستخدام',
  limits: 'الحدود',
  zoneNote: (zone) => `الأوقات في هذه الصفحة بالمنطقة الزمنية للتاجر، \u2066${zone}\u2069.`,

  titleHint: 'حدد كلمات ثم اختر مظهرها.',
  markBold: 'عريض',
  markRed: 'أحمر',
  markStruck: 'يتوسطه خط',
  marks: 'مظهر الكلمات المحددة',
  seenAs: 'يرى المستخدمون:',
  valueTypeHint: 'نوع المنفعة. لا يغيّر شيئًا في عمل القسيمة.',
  valueHint:
    'قيمة عملية استخدام واحدة بين التاجر والشريك، لكشوف الحساب. لا يراها المستخدمون أبدًا. فارغ: بلا مال.',
  valueLocked: 'قيمة عملية استخدام واحدة بين التاجر والشريك. تغييرها للمسؤول فقط.',
  amount: 'المبلغ',
  currency: 'العملة',
  favoritesOnlyHint: 'يستخدمها فقط من أضافوا التاجر إلى المفضلة.',
  everyOutlet: 'في كل فروع التاجر، والمستقبلية أيضًا',
  someOutlets: 'في بعض الفروع فقط',
  where: 'أين يمكن استخدامها',
  inactiveOutlet: (name) => `\u200F\u2068${name}\u2069 (غير نشط)`,
  outletsLoading: 'جارٍ تحميل الفروع…',
  redemptionCountHint: 'كم مرة يمكن لمستخدم واحد استخدامها في كل دورة.',
  capHint: 'كم مرة يمكن لكل المستخدمين معًا استخدامها في كل دورة. اتركه فارغًا لعدم وجود حد.',
  validFromHint: 'لا يمكن لأحد استخدامها قبل ذلك. فارغ: فورًا.',
  validUntilHint: 'لا يراها أحد ولا يستخدمها بعد ذلك. فارغ: بلا نهاية.',
  applicableHint: 'للاستخدام فقط. يمكن للمستخدمين الحصول عليها قبل ذلك. فارغ: بلا حد إضافي.',
}

export const VOUCHER_LABELS: WordsOf<typeof english.VOUCHER_LABELS> = {
  title: 'العنوان',
  description: 'الوصف',
  terms: 'الشروط',
  imagePath: 'الصورة',
  valueType: 'نوع المنفعة',
  redemptionValue: 'قيمة الاستخدام',
  codeSource: 'الرموز',
  claimFlow: 'طريقة الحصول',
  favoritesOnly: 'للمفضلة فقط',
  redemptionCount: 'عدد المرات لكل مستخدم',
  cycle: 'تجدد الحدود',
  globalRedemptionCap: 'الحد الأقصى الإجمالي',
  validFrom: 'تبدأ',
  validUntil: 'تنتهي',
  applicableFrom: 'تُستخدم من',
  applicableUntil: 'تُستخدم حتى',
  outletIds: 'الفروع',
  translations: 'الترجمات',
}

export const VALUE_TYPE_WORDS: WordsOf<typeof english.VALUE_TYPE_WORDS> = {
  FREE_ITEM: 'سلعة مجانية',
  PERCENT: 'خصم بنسبة مئوية',
  FIXED: 'خصم بمبلغ ثابت',
  BOGO: 'اشترِ واحدة واحصل على أخرى مجانًا',
}

export const CODE_SOURCE_WORDS: WordsOf<typeof english.CODE_SOURCE_WORDS> = {
  NONE: 'بلا رمز: يكفي رمز PIN للفرع',
  MANUAL: 'من رموز ترفعها',
  AUTO: 'تُولَّد لكل عملية استخدام',
}

export const CLAIM_FLOW_WORDS: WordsOf<typeof english.CLAIM_FLOW_WORDS> = {
  WALLET: 'الحصول عليها ثم استخدامها',
  INSTANT: 'استخدامها مباشرة',
}

export const CYCLE_CHOICE_WORDS: WordsOf<typeof english.CYCLE_CHOICE_WORDS> = {
  ONE_TIME: 'أبدًا',
  MONTHLY: 'كل شهر',
  BIWEEKLY: 'كل أسبوعين',
}

export const LIMIT_WORDS: WordsOf<typeof english.LIMIT_WORDS> = {
  eachUser: (count, cycle) => `لكل مستخدم: ${count} ${cycle}.`,
  allUsers: (count, cycle) => `لكل المستخدمين معًا: ${count} ${cycle}.`,
  noCap: 'لا حد أقصى إجماليًا لكل المستخدمين.',
  starts: (at) => `تبدأ في \u2068${at}\u2069.`,
  ends: (at) => `تنتهي في \u2068${at}\u2069.`,
  noEnd: 'بلا نهاية.',
  redeemableBetween: (from, until) => `تُستخدم من \u2068${from}\u2069 إلى \u2068${until}\u2069.`,
  redeemableFrom: (from) => `تُستخدم من \u2068${from}\u2069.`,
  redeemableUntil: (until) => `تُستخدم حتى \u2068${until}\u2069.`,
  outlets: (count) =>
    plural(count, {
      zero: 'لا فروع.',
      one: 'في فرع واحد فقط.',
      two: 'في فرعين فقط.',
      few: 'في # فروع فقط.',
      many: 'في # فرعًا فقط.',
      other: 'في # فرع فقط.',
    }),
  favoritesOnly: 'لمن أضافوا التاجر إلى المفضلة فقط.',
}
