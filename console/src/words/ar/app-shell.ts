import type * as english from '../app-shell.ts'
import type { WordsOf } from '../words-of.ts'

export const SHELL_WORDS: WordsOf<typeof english.SHELL_WORDS> = {
  menu: 'القائمة',
  areas: 'الأقسام',
  account: 'حسابك',
  signOut: 'تسجيل الخروج',
  search: 'الانتقال إلى…',
  searchKeys: (isApple) => (isApple ? '⌘K' : 'Ctrl K'),
  searchPlaceholder: 'انتقل إلى صفحة أو ابحث عن سجل',
  searchEmpty: 'لا توجد صفحة أو سجل مطابق.',
  searching: 'جارٍ البحث…',
  lightOrDark: 'فاتح أو داكن',
  light: 'فاتح',
  dark: 'داكن',
  system: 'حسب النظام',
  timeZone: 'عرض الأوقات حسب',
  documentTitle: (screen) => `${screen} · لوحة تحكم Counterfoil`,
  notFoundTitle: 'لا يوجد شيء هنا',
  notFoundText: 'هذه الصفحة غير موجودة. اختر صفحة من القائمة.',
  notYoursTitle: 'هذه الصفحة ليست لدورك',
  notYoursText: (role) => `سجّلت الدخول بدور «${role}». اختر صفحة من القائمة.`,
  home: 'الانتقال إلى صفحتك الأولى',
}

export const ZONE_WORDS: WordsOf<typeof english.ZONE_WORDS> = {
  merchant: 'توقيت التاجر',
  yours: 'توقيتك',
  utc: 'UTC',
}

export const MENU_WORDS: WordsOf<typeof english.MENU_WORDS> = {
  customers: 'العملاء',
  catalog: 'الكتالوج',
  integrations: 'عمليات الربط',
  system: 'النظام',
  overview: 'نظرة عامة',
  partners: 'الشركاء',
  integration: 'حالة الربط',
  deliveries: 'عمليات التسليم',
  merchants: 'التجار',
  vouchers: 'القسائم',
  calendar: 'التقويم',
  lookUp: 'البحث',
  users: 'المستخدمون',
  redemptions: 'عمليات الاستخدام',
  claims: 'عمليات الحصول',
  review: 'قائمة المراجعة',
  refusals: 'المحاولات المرفوضة',
  statements: 'كشوف الحساب',
  requests: 'الطلبات الفاشلة',
  featured: 'المميّزة',
  categories: 'الفئات',
  alerts: 'التنبيهات',
  audit: 'سجل التدقيق',
  staff: 'الموظفون والمفاتيح',
  settings: 'الإعدادات',
}
