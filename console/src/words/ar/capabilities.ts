import { WRITABLE_FIELDS, type Writable } from '@counterfoil/contract/capabilities.ts'
import type { Role } from '@counterfoil/contract/define-route.ts'
import type * as english from '../capabilities.ts'
import type { WordsOf } from '../words-of.ts'
import { ROLE_WORDS } from './roles.ts'

export const CAPABILITY_WORDS: WordsOf<typeof english.CAPABILITY_WORDS> = {
  readPartners: 'قراءة الشركاء',
  createPartners: 'إنشاء الشركاء وتغيير نطاقهم',
  changePartners: 'تعديل الشركاء وتدوير سرهم',
  checkIntegration: 'حالة الربط، وفحص الرموز المميّزة والمفاتيح، وفروع الشريك',
  readSandbox: 'قراءة بيئة الاختبار',
  useSandbox: 'إنشاء النظير التجريبي وتحريك ساعته وإعادة ضبطه',
  readRequests: 'قراءة الطلبات الفاشلة والإصدارات',
  announceDeployments: 'الإعلان عن إصدار',
  readDeliveries: 'قراءة عمليات التسليم',
  retryDeliveries: 'إعادة محاولة عملية تسليم واحدة',
  deliverNow: 'إرسال كل ما لم يُسلَّم الآن',
  testAndReplayWebhooks: 'اختبار Webhook واستئنافه وإعادة إرسال أحداثه',
  readUsers: 'قراءة المستخدمين وسجلهم الزمني وما يمكنهم استخدامه',
  exportUsers: 'تصدير المستخدمين',
  readRedemptions: 'قراءة عمليات الاستخدام والرفض والحصول، وبصيغة CSV أيضًا',
  voidAndReview: 'إلغاء عمليات الاستخدام ومراجعتها',
  actInBulk: 'تنفيذ ما يحق لهم تنفيذه فرديًا تنفيذًا جماعيًا',
  readBulk: 'قراءة مهامهم الجماعية، وللمسؤول كل المهام',
  readNotes: 'قراءة الملاحظات، وللتجار ملاحظات أفراد جهتهم على تجارهم فقط',
  writeNotes: 'إضافة الملاحظات وإزالتها',
  readSavedFilters: 'استخدام عوامل التصفية المحفوظة للقوائم',
  saveFilters: 'حفظ عوامل تصفية القوائم ومشاركتها',
  search: 'البحث في السجلات',
  readCategories: 'قراءة الفئات',
  changeCategories: 'تعديل الفئات',
  readCatalog: 'قراءة التجار والفروع والقسائم والرموز والأجهزة',
  changeCatalog: 'تعديل التجار والفروع والقسائم والرموز والأجهزة',
  createMerchants: 'إنشاء التجار واختيار المميّزين منهم',
  readFeatured: 'قراءة التجار المميّزين وفحص إلغاء التفعيل',
  readStats: 'قراءة الإحصاءات',
  readStatements: 'قراءة كشوف الحساب',
  closeStatements: 'إقفال الشهور وتغيير ترويسة الكشوف',
  readApprovals: 'قراءة طلبات الموافقة',
  decideApprovals: 'الموافقة على طلبات أفراد الجهة نفسها ورفضها، وللمسؤول كل الطلبات',
  changeApprovals: 'تشغيل الموافقات وإيقافها',
  readAlerts: 'قراءة التنبيهات ووجهاتها',
  readBadges: 'رؤية أعداد ما ينتظر ضمن قائمة التنقل',
  sendAlerts: 'اختيار وجهات التنبيهات واختبارها',
  readHistory: 'قراءة تاريخ السجلات',
  readAudit: 'قراءة سجل التدقيق',
  readStaff: 'قراءة الموظفين والمفاتيح وإعدادات الدخول',
  changeStaff: 'تعديل الموظفين والمفاتيح وإعدادات الدخول',
  readMaintenance: 'معرفة هل الصيانة قيد التشغيل',
  changeMaintenance: 'تشغيل الصيانة وإيقافها',
}

export const ROLE_MATRIX_WORDS: WordsOf<typeof english.ROLE_MATRIX_WORDS> = {
  title: 'صلاحيات كل دور',
  intro:
    'يرى التجار سجلات تجارهم فقط، ويرى الشركاء سجلات شريكهم فقط. وترى كل الأدوار الأخرى كل ما يحق لها قراءته.',
  may: 'الصلاحية',
  yes: 'نعم',
  no: '–',
  writesTitle: 'حقول لا يحق للدور كتابتها',
  hiddenTitle: 'حقول لا يراها الدور',
  hidden: (role, fields) => `${role}: \u2066${fields}\u2069`,
}

const RECORD_WORDS: Record<string, string> = {
  updatePartner: 'شريك',
  updateMerchant: 'تاجر',
  createVoucher: 'قسيمة جديدة',
  updateVoucher: 'قسيمة',
}

/** A sentence for each role that may write only some fields of a record. */
export const fieldLimits: typeof english.fieldLimits = () =>
  Object.entries(WRITABLE_FIELDS).flatMap(([route, roles]) =>
    (Object.entries(roles) as [Role, Writable][]).map(([role, writable]) => {
      const of = `${ROLE_WORDS[role]}، ${RECORD_WORDS[route] ?? route}`
      return 'only' in writable
        ? `${of}: فقط \u2066${writable.only.join(', ')}\u2069`
        : `${of}: الكل ما عدا \u2066${writable.allExcept.join(', ')}\u2069`
    }),
  )
