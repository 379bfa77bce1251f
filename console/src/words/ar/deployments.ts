import type * as english from '../deployments.ts'
import type { WordsOf } from '../words-of.ts'

export const DEPLOYMENT_WORDS: WordsOf<typeof english.DEPLOYMENT_WORDS> = {
  title: 'الإصدارات',
  text: 'سجّل إصدارًا لترى ما استجد بعده من حالات الفشل فقط. يمكن لنظام النشر لديك فعل ذلك عبر API.',
  none: 'لم يُسجَّل أي إصدار بعد.',
  name: 'اسم الإصدار',
  record: 'تسجيل إصدار',
  recorded: (name) => `تم تسجيل الإصدار «\u2068${name}\u2069».`,
  showNew: 'ما الجديد منذ ذلك',
}
