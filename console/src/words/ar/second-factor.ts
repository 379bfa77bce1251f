import type * as english from '../second-factor.ts'
import type { WordsOf } from '../words-of.ts'

export const SECOND_FACTOR_WORDS: WordsOf<typeof english.SECOND_FACTOR_WORDS> = {
  intro: {
    PASSKEY: 'كلمة مرورك صحيحة. أكّد الآن بمفتاح المرور.',
    TOTP: 'أدخل الرمز المكوّن من 6 أرقام من تطبيق المصادقة.',
    RECOVERY_CODE: 'أدخل أحد رموز الاسترداد التي حفظتها. يعمل كل رمز مرة واحدة.',
  },
  label: { TOTP: 'الرمز', RECOVERY_CODE: 'رمز الاسترداد' },
  use: {
    PASSKEY: 'استخدام مفتاح مرور',
    TOTP: 'استخدام تطبيق المصادقة',
    RECOVERY_CODE: 'استخدام رمز استرداد',
  },
  wrong: {
    TOTP: 'هذا الرمز غير صحيح أو سبق استخدامه. انتظر الرمز التالي في تطبيقك.',
    RECOVERY_CODE: 'رمز الاسترداد هذا غير صحيح أو سبق استخدامه. يعمل كل رمز مرة واحدة.',
  },
  startAgain: 'البدء من جديد',
}
