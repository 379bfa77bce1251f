import type * as english from '../approvals.ts'
import type { WordsOf } from '../words-of.ts'

export const APPROVAL_WORDS: WordsOf<typeof english.APPROVAL_WORDS> = {
  title: 'الموافقات',
  one: 'الطلب',
  intro: 'تغييرات تنتظر شخصًا ثانيًا. لا يوافق أحد على طلبه بنفسه.',
  back: '→ الموافقات',
  none: 'لم يُطلب شيء.',
  change: 'التغيير',
  record: 'السجل',
  by: 'مقدّم الطلب',
  when: 'متى',
  state: 'الحالة',
  expires: 'ينتهي',
  decidedBy: 'صاحب القرار',
  note: 'ملاحظة',
  noteHint: 'اختيارية. يقرؤها مقدّم الطلب.',
  from: 'الآن',
  to: 'بعد الموافقة',
  fromDecided: 'قبل',
  toDecided: 'المطلوب',
  field: 'الحقل',
  facts: 'عن الطلب',
  changes: 'ما يغيّره',
  notShown: 'لا يُعرض',
  nothing: '–',
  approve: 'موافقة',
  approved: 'تمت الموافقة ونُفّذ التغيير.',
  reject: 'رفض',
  rejected: 'تم الرفض. لم يتغير شيء.',
  withdraw: 'سحب الطلب',
  withdrawn: 'تم سحب الطلب. لم يتغير شيء.',
  recordChanged: 'تغيّر السجل منذ الطلب، فلم تعد الموافقة ممكنة. يمكن طلب التغيير مجددًا.',
  emergency: 'نفّذ مشغّل هذا التغيير في حالة طارئة دون شخص ثانٍ.',
  own: 'أنت قدّمت هذا الطلب، لذا يقرر شخص آخر.',
  notYours: 'يقرر في هذا مسؤول.',
  sent: (summary) => `أُرسل للموافقة: \u2068${summary}\u2069. لم يتغير شيء بعد.`,
  waiting: 'في انتظار الموافقة',
  open: 'فتح الطلب',
  badge: (count) => `في انتظار الموافقة: ${count}`,
  pinWaits: 'يعمل رمز PIN هذا فور الموافقة عليه. وحتى ذلك الحين يعمل الرمز القديم.',
  pinsWait: 'تعمل رموز PIN هذه فور الموافقة عليها. وحتى ذلك الحين تعمل الرموز القديمة.',
  importWaits: 'تنتظر رموز PIN في الملف الموافقة.',
}

export const APPROVAL_STATE_WORDS: WordsOf<typeof english.APPROVAL_STATE_WORDS> = {
  PENDING: 'في الانتظار',
  APPROVED: 'تمت الموافقة',
  REJECTED: 'مرفوض',
  WITHDRAWN: 'مسحوب',
  EXPIRED: 'انتهى بعد 7 أيام',
  LAPSED: 'انتهى: تغيّر السجل',
}

export const APPROVAL_KIND_WORDS: WordsOf<typeof english.APPROVAL_KIND_WORDS> = {
  'voucher.publish': 'نشر قسيمة',
  'voucher.schedule': 'جدولة قسيمة',
  'voucher.update': 'تعديل قسيمة',
  'outlet.update': 'تعديل فرع',
  'outlet.pins': 'تعيين رموز PIN',
  'partner.update': 'تعديل شريك',
  'settings.approvals': 'إيقاف الموافقات',
}

export const APPROVAL_SETTINGS_WORDS: WordsOf<typeof english.APPROVAL_SETTINGS_WORDS> = {
  title: 'الموافقات',
  intro:
    'عند تشغيل الموافقات، يوافق شخص ثانٍ على كل نشر، وكل تغيير في قيمة قسيمة منشورة أو حدها الأقصى الإجمالي أو حدودها، وكل رمز PIN، وكل تغيير في عناوين URL للشريك ومفاتيحه ونطاقه.',
  isOn: 'الموافقات قيد التشغيل',
  isOff: 'الموافقات متوقفة',
  turnOn: 'تشغيل',
  turnOnTitle: 'تشغيل الموافقات؟',
  turnOnConsequence: 'من الآن تنتظر هذه التغييرات شخصًا ثانيًا. وإيقاف الموافقات يتطلب أيضًا موافقة مسؤول ثانٍ.',
  turnOff: 'إيقاف',
  turnOffTitle: 'طلب إيقاف الموافقات؟',
  turnOffConsequence: 'يجب أن يوافق مسؤول ثانٍ على ذلك.',
  turnedOn: 'تم تشغيل الموافقات.',
}
