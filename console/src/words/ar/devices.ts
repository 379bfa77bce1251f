import type * as english from '../devices.ts'
import type { WordsOf } from '../words-of.ts'

export const DEVICE_WORDS: WordsOf<typeof english.DEVICE_WORDS> = {
  title: 'الأجهزة',
  intro: 'جهاز لوحي أو هاتف عند الصندوق يمسح رموز العملاء. لا يحتاج إلى حساب.',
  none: 'لا أجهزة بعد.',
  add: 'إضافة جهاز',
  addTitle: 'إضافة جهاز',
  addAction: 'إنشاء الرابط',
  labels: { name: 'الاسم، مثل «جهاز الصندوق اللوحي»' },
  linkTitle: 'افتح هذا الرابط على الجهاز',
  linkText: 'امسح الصورة بالجهاز أو أرسل إليه الرابط. يعمل مرة واحدة خلال 15 دقيقة.',
  linkLabel: 'رمز QR للرابط',
  waiting: 'في انتظار فتح رابطه',
  lastUsed: 'آخر استخدام',
  revoke: 'إبطال',
  revokeNamed: (name) => `إبطال «\u2068${name}\u2069»`,
  revokeTitle: (name) => `إبطال «\u2068${name}\u2069»؟`,
  revokeConsequence: 'لن يستطيع تأكيد الرموز. لاستخدامه مجددًا، أضفه برابط جديد.',
  revoked: (name) => `تم إبطال «\u2068${name}\u2069».`,
}
