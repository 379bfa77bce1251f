import { plural } from '../../time/numbers.ts'
import type * as english from '../sessions.ts'
import type { WordsOf } from '../words-of.ts'

export const SESSION_WORDS: WordsOf<typeof english.SESSION_WORDS> = {
  title: 'الجلسات',
  device: 'الجهاز',
  unknownDevice: 'جهاز غير معروف',
  method: 'طريقة الدخول',
  methods: { PASSWORD: 'كلمة المرور', PASSKEY: 'مفتاح المرور', SSO: 'الدخول الموحّد' },
  lastUsed: 'آخر استخدام',
  actions: 'الإجراءات',
  current: 'هذه الجلسة',
  end: 'إنهاء',
  endOf: (device, address) => `إنهاء جلسة \u2068${device}\u2069 على \u2066${address}\u2069`,
  ended: (device) => `انتهت جلسة \u2068${device}\u2069.`,
  ends: (at) => `تنتهي هذه الجلسة في \u2068${at}\u2069، أو بعد 12 ساعة دون استخدام.`,
  everywhere: 'تسجيل الخروج من كل مكان',
  everywhereTitle: 'تسجيل الخروج من كل مكان؟',
  everywhereConsequence: (count) =>
    plural(count, {
      zero: 'لا جلسات لإنهائها.',
      one: 'تنتهي جلستك الوحيدة هذه فورًا.',
      two: 'تنتهي الجلستان فورًا على كل جهاز، ومنهما هذه.',
      few: 'تنتهي كل الجلسات (#) فورًا على كل جهاز، ومنها هذه.',
      many: 'تنتهي كل الجلسات (#) فورًا على كل جهاز، ومنها هذه.',
      other: 'تنتهي كل الجلسات (#) فورًا على كل جهاز، ومنها هذه.',
    }),
}
