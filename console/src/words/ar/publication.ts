import { formatNumber } from '../../time/numbers.ts'
import type * as english from '../publication.ts'
import type { WordsOf } from '../words-of.ts'

export const PUBLICATION_WORDS: WordsOf<typeof english.PUBLICATION_WORDS> = {
  checks: 'قبل إتاحتها',
  met: 'تم',
  unmet: 'ناقص',
  items: {
    '/imagePath': { met: 'لها صورة', unmet: 'ارفع صورة' },
    '/merchantId': { met: 'التاجر نشط', unmet: 'التاجر غير نشط' },
    '/outletIds': { met: 'يقبلها فرع نشط', unmet: 'لا يقبلها فرع نشط: فعّل فرعًا أو اختره' },
    '/codeSource': { met: 'الرموز متاحة', unmet: 'لا رموز متاحة: ارفع رموزًا' },
    '/validUntil': { met: 'نهايتها ليست في الماضي', unmet: 'نهايتها في الماضي' },
  },
  notifies: (users, merchant) =>
    users === 0
      ? `لن يُبلَّغ أحد: لم يضف أي مستخدم «\u2068${merchant}\u2069» إلى المفضلة بعد.`
      : `عدد المستخدمين الذين يُبلَّغون لأنهم أضافوا «\u2068${merchant}\u2069» إلى المفضلة: ${formatNumber(users)}.`,
  notifiesByPartner: 'المستخدمون الذين يُبلَّغون حسب الشريك',
  partner: 'الشريك',
  users: 'المستخدمون',
  waits: 'يجب أن يوافق عليها شخص ثانٍ، ثم تصبح متاحة.',
  request: 'إرسال للموافقة',
  goesLive: 'تصبح متاحة فورًا. بعدها لا يمكن تغيير دورتها ومصدر رموزها وطريقة الحصول عليها.',
}
