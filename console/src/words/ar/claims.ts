import type * as english from '../claims.ts'
import type { WordsOf } from '../words-of.ts'

export const CLAIM_WORDS: WordsOf<typeof english.CLAIM_WORDS> = {
  title: 'عمليات الحصول',
  below: 'قسائم أضافها المستخدمون إلى محافظهم، الأحدث أولًا.',
  voucher: 'القسيمة',
  when: 'متى',
  user: 'المستخدم',
  none: 'لم يحصل أحد على قسيمة بعد.',
}
