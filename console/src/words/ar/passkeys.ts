import type * as english from '../passkeys.ts'
import type { WordsOf } from '../words-of.ts'

export const PASSKEY_PROBLEMS: WordsOf<typeof english.PASSKEY_PROBLEMS> = {
  NotAllowedError:
    'لم يُستخدم مفتاح مرور: ألغيت العملية، أو استغرقت وقتًا طويلًا، أو ليس لهذا الموقع مفتاح على الجهاز.',
  AbortError: 'لم يُستخدم مفتاح مرور: أُلغي الطلب.',
  InvalidStateError: 'على هذا الجهاز مفتاح مرور لحسابك من قبل.',
  SecurityError: 'لا تعمل مفاتيح المرور على هذا العنوان. افتح لوحة التحكم على عنوانها عبر https.',
  NotSupportedError: 'لا يدعم هذا الجهاز مفاتيح المرور.',
  ConstraintError: 'لا يستطيع هذا الجهاز التحقق من هويتك. أعدّ قفل الشاشة أو استخدم جهازًا آخر.',
  other: 'تعذّر على الجهاز استخدام مفتاح مرور. حاول مجددًا أو سجّل الدخول بطريقة أخرى.',
  unsupported: 'لا يدعم هذا المتصفح مفاتيح المرور. حدّثه أو استخدم متصفحًا آخر.',
}

export const PASSKEY_WORDS: WordsOf<typeof english.PASSKEY_WORDS> = {
  title: 'مفاتيح المرور',
  intro: 'سجّل الدخول ببصمتك أو وجهك أو قفل الشاشة. يحل مفتاح المرور محل كلمة المرور وعامل التحقق الثاني.',
  none: 'ليس لديك مفتاح مرور بعد.',
  unavailable: 'تحتاج مفاتيح المرور إلى عنوان لوحة التحكم عبر https. ولا تعمل على عنوان IP.',
  add: 'إضافة مفتاح مرور',
  addTitle: 'إضافة مفتاح مرور',
  addText: 'سمِّه باسم الجهاز. ثم يطلب منك متصفحك التأكيد. ينهي هذا كل جلساتك الأخرى.',
  addAction: 'متابعة',
  name: 'الاسم',
  namePlaceholder: 'حاسوب العمل',
  added: (name) => `تمت إضافة «\u2068${name}\u2069». يمكنك الدخول به من الآن.`,
  addedAt: 'أُضيف',
  lastUsed: 'آخر استخدام',
  never: 'أبدًا',
  rename: 'تغيير الاسم',
  renameTitle: (name) => `تغيير اسم «\u2068${name}\u2069»`,
  renamed: (name) => `اسم مفتاح المرور الآن «\u2068${name}\u2069».`,
  remove: 'إزالة',
  removeTitle: (name) => `إزالة «\u2068${name}\u2069»؟`,
  removeConsequence: 'لن يمكنك الدخول به، وتنتهي كل جلساتك الأخرى. احذفه من الجهاز أيضًا.',
  removeLastConsequence:
    'إنه عامل التحقق الثاني الوحيد لديك: بعد ذلك تكفي كلمة المرور وحدها للدخول، وتتوقف رموز الاسترداد عن العمل. وتنتهي كل جلساتك الأخرى.',
  removed: (name) => `تمت إزالة «\u2068${name}\u2069».`,
  moreActions: (name) => `إجراءات أخرى: \u2068${name}\u2069`,
  actions: 'الإجراءات',
}
