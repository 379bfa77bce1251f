import { format } from '../language/words.ts'

const ENGLISH = {
  title: 'Show this code to the staff',
  text: 'It changes every 30 seconds. Keep this screen open until it’s confirmed.',
  picture: 'QR code for the counter',
  digits: 'Or read out these digits',
  usePin: 'Use the outlet’s PIN instead',
}

type CodeWords = typeof ENGLISH

const MALAY: CodeWords = {
  title: 'Tunjukkan kod ini kepada kakitangan',
  text: 'Kod berubah setiap 30 saat. Biarkan skrin ini terbuka sehingga disahkan.',
  picture: 'Kod QR untuk kaunter',
  digits: 'Atau bacakan digit ini',
  usePin: 'Guna PIN cawangan',
}

const CHINESE: CodeWords = {
  title: '请向店员出示此代码',
  text: '代码每 30 秒更换一次。确认前请保持此页面打开。',
  picture: '柜台二维码',
  digits: '或读出这些数字',
  usePin: '改用门店 PIN 码',
}

const ARABIC: CodeWords = {
  title: 'اعرض هذا الرمز على الموظف',
  text: 'يتغير كل 30 ثانية. أبقِ هذه الشاشة مفتوحة حتى يتم التأكيد.',
  picture: 'رمز QR للمنضدة',
  digits: 'أو اقرأ هذه الأرقام',
  usePin: 'استخدم رمز PIN الخاص بالفرع بدلًا من ذلك',
}

const BY_LANGUAGE: Record<string, CodeWords> = { ms: MALAY, zh: CHINESE, ar: ARABIC }

/** These texts are apart from the others, because only phones at outlets that take codes load them. */
export function codeWords(): CodeWords {
  return BY_LANGUAGE[format.locale.slice(0, 2)] ?? ENGLISH
}
