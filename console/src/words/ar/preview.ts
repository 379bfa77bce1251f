import type * as english from '../preview.ts'
import type { WordsOf } from '../words-of.ts'

export const PREVIEW_WORDS: WordsOf<typeof english.PREVIEW_WORDS> = {
  title: 'على الهاتف',
  frame: 'ما يراه المستخدمون',
  screen: 'الشاشة',
  home: 'الرئيسية',
  card: 'البطاقة',
  merchant: 'التاجر',
  voucher: 'القسيمة',
  language: 'اللغة',
  baseLanguage: 'بلا ترجمة',
  appName: 'تطبيق الشريك',
  merchantName: 'اسم التاجر',
  voucherTitle: 'عنوان القسيمة',
  sampleMerchant: 'تاجر',
  sampleTitle: 'قهوة {b}مجانية{/b} مع أي فطور',
}
