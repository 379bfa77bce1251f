import { plural } from '../../time/numbers.ts'
import type * as english from '../alert-destinations.ts'
import type { WordsOf } from '../words-of.ts'

export const DESTINATION_KIND_WORDS: WordsOf<typeof english.DESTINATION_KIND_WORDS> = {
  EMAIL: 'بريد إلكتروني',
  SLACK: 'Slack',
  TEAMS: 'Teams',
  SIGNED: 'حدث موقّع',
}

export const DESTINATION_KIND_HINTS: WordsOf<typeof english.DESTINATION_KIND_HINTS> = {
  EMAIL: 'يتلقى كل عنوان رسالته الخاصة.',
  SLACK: 'عنوان Webhook الوارد في Slack.',
  TEAMS: 'عنوان سير عمل في Teams ينشر في قناة عند تلقي طلب Webhook.',
  SIGNED: 'عنوان خاص بك. تُوقَّع طلباته مثل طلبات Webhook، ويظهر السر مرة واحدة.',
}

export const DESTINATION_LABELS: WordsOf<typeof english.DESTINATION_LABELS> = {
  name: 'الاسم',
  kind: 'النوع',
  url: 'العنوان',
  addresses: 'عناوين البريد الإلكتروني',
  alertKinds: 'هذه التنبيهات فقط',
  merchantId: 'هذا التاجر فقط',
  partnerId: 'هذا الشريك فقط',
  timing: 'متى',
  language: 'اللغة',
  timezone: 'المنطقة الزمنية',
  quietFrom: 'الهدوء من',
  quietUntil: 'الهدوء حتى',
}

export const DESTINATION_WORDS: WordsOf<typeof english.DESTINATION_WORDS> = {
  title: 'وجهات التنبيهات',
  intro: 'أشخاص وبرامج تُبلَّغ عند بدء التنبيه وعند انتهائه.',
  open: 'وجهات التنبيهات',
  settingsText: 'أرسل التنبيهات بالبريد الإلكتروني أو إلى Slack أو Teams أو كأحداث موقّعة.',
  none: 'لا تُرسل التنبيهات إلى أي وجهة بعد.',
  create: 'إضافة وجهة',
  createTitle: 'إرسال التنبيهات إلى وجهة',
  createAction: 'إضافة',
  editTitle: 'تعديل وجهة',
  name: 'الوجهة',
  what: 'التنبيهات',
  when: 'متى',
  state: 'الحالة',
  actions: 'الإجراءات',
  everyAlert: 'كل التنبيهات',
  kinds: (count) =>
    plural(count, {
      zero: 'لا أنواع',
      one: 'نوع واحد',
      two: 'نوعان',
      few: '# أنواع',
      many: '# نوعًا',
      other: '# نوع',
    }),
  ofMerchant: 'لتاجر واحد',
  ofPartner: 'لشريك واحد',
  timings: { AT_ONCE: 'فورًا', HOURLY: 'مرة كل ساعة' },
  timingHints: {
    AT_ONCE: 'خلال دقيقة تقريبًا. يصل كل نوع من التنبيهات مرة كل 10 دقائق على الأكثر.',
    HOURLY: 'كل ما حدث خلال ساعة في رسالة واحدة بعد تمام الساعة.',
  },
  quiet: (from, until, zone) => `هدوء من \u2066${from}\u2069 إلى \u2066${until}\u2069 (\u2066${zone}\u2069)`,
  quietHint: 'مثل 22:00. ما يحدث في هذه الساعات يُرسل بعدها.',
  zoneHint: 'لساعات الهدوء وللأوقات في الرسائل.',
  kindsHint: 'بلا اختيار: كل التنبيهات.',
  addressesHint: 'عنوان واحد في كل سطر، 10 على الأكثر.',
  urlKept: 'اتركه فارغًا للإبقاء على العنوان. لا يُعرض لأن كل من يعرفه يمكنه الكتابة هناك.',
  working: 'تعمل',
  neverUsed: 'لم يُرسل شيء بعد',
  failing: 'تفشل منذ',
  lastSent: 'آخر رسالة',
  waiting: (count) =>
    plural(count, {
      zero: 'لا سطور في الانتظار',
      one: 'سطر واحد في الانتظار',
      two: 'سطران في الانتظار',
      few: '# سطور في الانتظار',
      many: '# سطرًا في الانتظار',
      other: '# سطر في الانتظار',
    }),
  givenUp: (count) =>
    plural(count, {
      zero: 'لم يُتخلَّ عن أي رسالة خلال 30 يومًا',
      one: 'تُخلّي عن رسالة واحدة خلال 30 يومًا',
      two: 'تُخلّي عن رسالتين خلال 30 يومًا',
      few: 'تُخلّي عن # رسائل خلال 30 يومًا',
      many: 'تُخلّي عن # رسالة خلال 30 يومًا',
      other: 'تُخلّي عن # رسالة خلال 30 يومًا',
    }),
  test: 'اختبار',
  testOf: (name) => `إرسال رسالة اختبار إلى «\u2068${name}\u2069»`,
  testTitle: (name) => `اختبار «\u2068${name}\u2069»`,
  testOk: 'قُبلت رسالة الاختبار.',
  testFailed: 'لم تُقبل رسالة الاختبار.',
  testStatus: (status) => `ردّ المستقبِل: \u2066${status}\u2069.`,
  response: 'الرد:',
  close: 'إغلاق',
  change: 'تعديل',
  remove: 'حذف',
  removeTitle: (name) => `حذف «\u2068${name}\u2069»؟`,
  removeText: 'لن تُرسل التنبيهات إلى هذه الوجهة من الآن. ويُسقَط ما ينتظر الإرسال إليها.',
  removed: (name) => `تم حذف «\u2068${name}\u2069».`,
  saved: 'تم حفظ الوجهة.',
  newSecret: 'سر جديد',
  newSecretTitle: (name) => `استبدال سر التوقيع لوجهة «\u2068${name}\u2069»؟`,
  newSecretText:
    'لن يُستخدم السر القديم من الآن. ما يرفضه المستقبِل قبل حصوله على السر الجديد يُعاد إرساله لمدة 3 أيام.',
  secretTitle: 'سر التوقيع',
  secretText: 'به يتحقق المستقبِل من توقيع كل طلب.',
}
