/** Words around the phone that shows the webview, and of what it shows while a form is still empty. */
export const PREVIEW_WORDS = {
  title: 'On a phone',
  frame: 'What users see',
  screen: 'Screen',
  home: 'Home',
  card: 'Card',
  merchant: 'Merchant',
  voucher: 'Voucher',
  language: 'Language',
  baseLanguage: 'Without translation',
  appName: 'The partner’s app',
  merchantName: 'Name of the merchant',
  voucherTitle: 'Title of the voucher',
  sampleMerchant: 'A merchant',
  sampleTitle: '{b}Free{/b} coffee with any breakfast',
} as const
