import type * as english from '../account.ts'
import type { WordsOf } from '../words-of.ts'

export const ACCOUNT_WORDS: WordsOf<typeof english.ACCOUNT_WORDS> = {
  title: 'حسابك',
  who: 'أنت',
  name: 'الاسم',
  saveName: 'حفظ الاسم',
  nameSaved: (name) => `اسمك الآن «\u2068${name}\u2069».`,
  changeRest: 'اطلب من مسؤول تغيير بريدك الإلكتروني أو دورك.',
  language: 'اللغة',
  languageHint: 'لغة لوحة التحكم والرسائل المرسلة إليك. إن لم تختر، تتبع لوحة التحكم لغة متصفحك.',
  languageOfBrowser: 'حسب المتصفح',
  noPassword: 'ليست لديك كلمة مرور: تسجّل الدخول بطريقة أخرى. اطلب رابطًا من مسؤول إن أردت كلمة مرور.',
  onlySingleSignOn:
    'تسجّل مؤسستك الدخول عبر الدخول الموحّد فقط. لا تُستخدم كلمات المرور ولا مفاتيح المرور ولا الرموز.',
  password: 'كلمة المرور',
  passwordIntro: 'تغييرها يسجّل خروجك من كل مكان آخر.',
  change: 'تغيير كلمة المرور',
  changed: 'تم تغيير كلمة المرور. انتهت كل الجلسات الأخرى.',
  hint: '12 حرفًا على الأقل. بضع كلمات يسهل تذكّرها.',
  wrongPassword: 'هذه ليست كلمة مرورك الحالية.',
}

export const PASSWORD_LABELS: WordsOf<typeof english.PASSWORD_LABELS> = {
  currentPassword: 'كلمة المرور الحالية',
  newPassword: 'كلمة المرور الجديدة',
}
