/** The words of the page that verifies a redemption. */
export type VerifyWords = {
  title: string
  redeemed: string
  voided: string
  merchant: string
  outlet: string
  voucher: string
  time: string
  unknown: string
  unknownText: string
  wait: string
  waitText: string
}

export const VERIFY_WORDS: Record<'en' | 'ms' | 'zh-Hans' | 'ar', VerifyWords> = {
  en: {
    title: 'Check a redemption',
    redeemed: 'Redeemed',
    voided: 'Voided',
    merchant: 'Merchant',
    outlet: 'Outlet',
    voucher: 'Voucher',
    time: 'Time',
    unknown: 'Not found',
    unknownText: 'No redemption has this code. Check the characters, and ask for the code again.',
    wait: 'Please wait',
    waitText: 'Too many codes were checked. Try again in a minute.',
  },
  ms: {
    title: 'Semak penebusan',
    redeemed: 'Telah ditebus',
    voided: 'Dibatalkan',
    merchant: 'Peniaga',
    outlet: 'Cawangan',
    voucher: 'Baucar',
    time: 'Masa',
    unknown: 'Tidak ditemui',
    unknownText: 'Tiada penebusan dengan kod ini. Semak aksara kod dan minta kod itu sekali lagi.',
    wait: 'Sila tunggu',
    waitText: 'Terlalu banyak kod disemak. Cuba lagi sebentar nanti.',
  },
  'zh-Hans': {
    title: '核验使用记录',
    redeemed: '已使用',
    voided: '已作废',
    merchant: '商家',
    outlet: '门店',
    voucher: '优惠券',
    time: '时间',
    unknown: '未找到',
    unknownText: '没有与此代码对应的使用记录。请核对字符，并重新索取代码。',
    wait: '请稍候',
    waitText: '核验次数过多，请一分钟后再试。',
  },
  ar: {
    title: 'التحقق من عملية استخدام',
    redeemed: 'تم الاستخدام',
    voided: 'ملغاة',
    merchant: 'التاجر',
    outlet: 'الفرع',
    voucher: 'القسيمة',
    time: 'الوقت',
    unknown: 'غير موجود',
    unknownText: 'لا توجد عملية بهذا الرمز. تحقق من الأحرف واطلب الرمز مرة أخرى.',
    wait: 'يرجى الانتظار',
    waitText: 'تم التحقق من رموز كثيرة. حاول مجددًا بعد دقيقة.',
  },
}
