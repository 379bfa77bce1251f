import type { AlertKind } from '@counterfoil/contract/admin/alerts.ts'
import type { StaffLanguage } from '@counterfoil/contract/shapes/staff-language.ts'
import type { Forms } from '@counterfoil/contract/words/fact-words.ts'

/** `#` is the count. */
type MessageWords = {
  kinds: Record<AlertKind, Forms>
  alerts: Forms
  /** The title of a section, and of a message with one or several alerts that ended. */
  ended: string
  oneEnded: string
  endedCount: Forms
  between: string
  more: Forms
  line: string
  since: string
  fromTo: string
  /** Instead of the name of a member of staff. */
  person: string
  footer: string
  open: string
  testTitle: string
  test: string
  testLine: string
}

const ENGLISH: MessageWords = {
  kinds: {
    PIN_GUESSING: { one: '# outlet with PIN guessing', other: '# outlets with PIN guessing' },
    PIN_DEFENSE: { one: '# outlet with PIN defense', other: '# outlets with PIN defense' },
    CODE_GUESSING: { one: '# outlet with code guessing', other: '# outlets with code guessing' },
    POOL_LOW: { one: '# code pool is low', other: '# code pools are low' },
    POOL_EMPTY: { one: '# code pool is empty', other: '# code pools are empty' },
    ENDPOINT_FAILING: { one: '# webhook is failing', other: '# webhooks are failing' },
    ENDPOINT_PAUSED: { one: '# webhook is paused', other: '# webhooks are paused' },
    JWKS_UNREACHABLE: {
      one: '# partner whose keys cannot be fetched',
      other: '# partners whose keys cannot be fetched',
    },
    SIGN_IN_GUESSING: { one: '# account with password guessing', other: '# accounts with password guessing' },
    VOUCHER_ENDS_SOON: { one: '# voucher ends soon', other: '# vouchers end soon' },
    CAP_NEARLY_REACHED: { one: '# cap is nearly reached', other: '# caps are nearly reached' },
    CAP_REACHED: { one: '# cap is reached', other: '# caps are reached' },
    SCHEDULE_FAILED: {
      one: '# voucher was not published at its time',
      other: '# vouchers were not published at their time',
    },
    DESTINATION_FAILING: {
      one: '# destination of alerts is failing',
      other: '# destinations of alerts are failing',
    },
    CELL_UNREACHABLE: { one: '# cell cannot be reached', other: '# cells cannot be reached' },
    STATEMENTS_CLOSED: { one: '# month is closed', other: '# months are closed' },
    NEW_DEVICE: { one: '# sign-in on a new device', other: '# sign-ins on new devices' },
    APPROVAL_BYPASSED: {
      one: '# change without a second person',
      other: '# changes without a second person',
    },
  },
  alerts: { one: '# alert', other: '# alerts' },
  ended: 'Ended',
  oneEnded: 'Ended: {sentence}',
  endedCount: { other: '# ended' },
  between: ', ',
  more: { other: 'and # more' },
  line: '{sentence} ({when})',
  since: 'since {from}',
  fromTo: 'from {from} to {to}',
  person: 'A member of staff',
  footer: 'All current alerts are in the console:',
  open: 'Open',
  testTitle: 'Test message of Counterfoil',
  test: 'Test',
  testLine: 'Alerts arrive here. Nothing is wrong.',
}

const MALAY: MessageWords = {
  kinds: {
    PIN_GUESSING: { other: '# cawangan dengan tekaan PIN' },
    PIN_DEFENSE: { other: '# cawangan dengan perlindungan PIN' },
    CODE_GUESSING: { other: '# cawangan dengan tekaan kod' },
    POOL_LOW: { other: '# kumpulan kod hampir habis' },
    POOL_EMPTY: { other: '# kumpulan kod telah habis' },
    ENDPOINT_FAILING: { other: '# webhook gagal' },
    ENDPOINT_PAUSED: { other: '# webhook dijeda' },
    JWKS_UNREACHABLE: { other: '# rakan kongsi yang kuncinya tidak dapat diambil' },
    SIGN_IN_GUESSING: { other: '# akaun dengan tekaan kata laluan' },
    VOUCHER_ENDS_SOON: { other: '# baucar akan tamat tidak lama lagi' },
    CAP_NEARLY_REACHED: { other: '# had hampir dicapai' },
    CAP_REACHED: { other: '# had telah dicapai' },
    SCHEDULE_FAILED: { other: '# baucar tidak diterbitkan pada masanya' },
    DESTINATION_FAILING: { other: '# destinasi amaran gagal' },
    CELL_UNREACHABLE: { other: '# sel tidak dapat dicapai' },
    STATEMENTS_CLOSED: { other: '# bulan telah ditutup' },
    NEW_DEVICE: { other: '# log masuk pada peranti baharu' },
    APPROVAL_BYPASSED: { other: '# perubahan tanpa orang kedua' },
  },
  alerts: { other: '# amaran' },
  ended: 'Tamat',
  oneEnded: 'Tamat: {sentence}',
  endedCount: { other: '# tamat' },
  between: ', ',
  more: { other: 'dan # lagi' },
  line: '{sentence} ({when})',
  since: 'sejak {from}',
  fromTo: 'dari {from} hingga {to}',
  person: 'Seorang kakitangan',
  footer: 'Semua amaran semasa ada di konsol:',
  open: 'Buka',
  testTitle: 'Mesej ujian daripada Counterfoil',
  test: 'Ujian',
  testLine: 'Amaran akan tiba di sini. Tiada apa-apa yang tidak kena.',
}

const CHINESE: MessageWords = {
  kinds: {
    PIN_GUESSING: { other: '# 家门店有人猜测 PIN' },
    PIN_DEFENSE: { other: '# 家门店已启用 PIN 防护' },
    CODE_GUESSING: { other: '# 家门店有人猜测券码' },
    POOL_LOW: { other: '# 个券码库即将用尽' },
    POOL_EMPTY: { other: '# 个券码库已用尽' },
    ENDPOINT_FAILING: { other: '# 个 Webhook 失败' },
    ENDPOINT_PAUSED: { other: '# 个 Webhook 已暂停' },
    JWKS_UNREACHABLE: { other: '# 个合作伙伴的公钥无法获取' },
    SIGN_IN_GUESSING: { other: '# 个账户有人猜测密码' },
    VOUCHER_ENDS_SOON: { other: '# 张优惠券即将结束' },
    CAP_NEARLY_REACHED: { other: '# 个总上限即将达到' },
    CAP_REACHED: { other: '# 个总上限已达到' },
    SCHEDULE_FAILED: { other: '# 张优惠券未按时发布' },
    DESTINATION_FAILING: { other: '# 个警报接收方失败' },
    CELL_UNREACHABLE: { other: '# 个单元无法连接' },
    STATEMENTS_CLOSED: { other: '# 个月份已结账' },
    NEW_DEVICE: { other: '# 次新设备登录' },
    APPROVAL_BYPASSED: { other: '# 项更改未经第二人批准' },
  },
  alerts: { other: '# 条警报' },
  ended: '已结束',
  oneEnded: '已结束：{sentence}',
  endedCount: { other: '# 条已结束' },
  between: '，',
  more: { other: '另有 # 条' },
  line: '{sentence}（{when}）',
  since: '自 {from} 起',
  fromTo: '{from} 至 {to}',
  person: '某员工',
  footer: '控制台列出所有当前警报：',
  open: '打开',
  testTitle: 'Counterfoil 测试消息',
  test: '测试',
  testLine: '警报会发送到这里。一切正常。',
}

const forms = (zero: string, one: string, two: string, few: string, many: string, other = many): Forms => ({
  ...{ zero, one, two, few, many, other },
})

const ARABIC: MessageWords = {
  kinds: {
    PIN_GUESSING: forms(
      'لا فروع فيها تخمين PIN',
      'فرع واحد فيه تخمين PIN',
      'فرعان فيهما تخمين PIN',
      '# فروع فيها تخمين PIN',
      '# فرعًا فيها تخمين PIN',
      '# فرع فيها تخمين PIN',
    ),
    PIN_DEFENSE: forms(
      'لا فروع فيها حماية PIN',
      'فرع واحد فيه حماية PIN',
      'فرعان فيهما حماية PIN',
      '# فروع فيها حماية PIN',
      '# فرعًا فيها حماية PIN',
      '# فرع فيها حماية PIN',
    ),
    CODE_GUESSING: forms(
      'لا فروع فيها تخمين رموز',
      'فرع واحد فيه تخمين رموز',
      'فرعان فيهما تخمين رموز',
      '# فروع فيها تخمين رموز',
      '# فرعًا فيها تخمين رموز',
      '# فرع فيها تخمين رموز',
    ),
    POOL_LOW: forms(
      'لا مجموعة رموز توشك على النفاد',
      'مجموعة رموز واحدة توشك على النفاد',
      'مجموعتا رموز توشكان على النفاد',
      '# مجموعات رموز توشك على النفاد',
      '# مجموعة رموز توشك على النفاد',
    ),
    POOL_EMPTY: forms(
      'لا مجموعة رموز فارغة',
      'مجموعة رموز واحدة فارغة',
      'مجموعتا رموز فارغتان',
      '# مجموعات رموز فارغة',
      '# مجموعة رموز فارغة',
    ),
    ENDPOINT_FAILING: forms(
      'لا Webhook يفشل',
      'Webhook واحد يفشل',
      'اثنان من Webhook يفشلان',
      '# من Webhook تفشل',
      '# من Webhook تفشل',
    ),
    ENDPOINT_PAUSED: forms(
      'لا Webhook متوقف مؤقتًا',
      'Webhook واحد متوقف مؤقتًا',
      'اثنان من Webhook متوقفان مؤقتًا',
      '# من Webhook متوقفة مؤقتًا',
      '# من Webhook متوقفة مؤقتًا',
    ),
    JWKS_UNREACHABLE: forms(
      'لا شريك تعذّر جلب مفاتيحه',
      'شريك واحد تعذّر جلب مفاتيحه',
      'شريكان تعذّر جلب مفاتيحهما',
      '# شركاء تعذّر جلب مفاتيحهم',
      '# شريكًا تعذّر جلب مفاتيحهم',
      '# شريك تعذّر جلب مفاتيحهم',
    ),
    SIGN_IN_GUESSING: forms(
      'لا حساب يُخمَّن كلمة مروره',
      'حساب واحد تُخمَّن كلمة مروره',
      'حسابان تُخمَّن كلمتا مرورهما',
      '# حسابات تُخمَّن كلمات مرورها',
      '# حسابًا تُخمَّن كلمات مرورها',
      '# حساب تُخمَّن كلمات مرورها',
    ),
    VOUCHER_ENDS_SOON: forms(
      'لا قسيمة تنتهي قريبًا',
      'قسيمة واحدة تنتهي قريبًا',
      'قسيمتان تنتهيان قريبًا',
      '# قسائم تنتهي قريبًا',
      '# قسيمة تنتهي قريبًا',
    ),
    CAP_NEARLY_REACHED: forms(
      'لم يقترب بلوغ أي حد أقصى',
      'اقترب بلوغ حد أقصى واحد',
      'اقترب بلوغ حدين أقصيين',
      'اقترب بلوغ # حدود قصوى',
      'اقترب بلوغ # حدًا أقصى',
      'اقترب بلوغ # حد أقصى',
    ),
    CAP_REACHED: forms(
      'لم يُبلغ أي حد أقصى',
      'بُلغ حد أقصى واحد',
      'بُلغ حدان أقصيان',
      'بُلغت # حدود قصوى',
      'بُلغ # حدًا أقصى',
      'بُلغ # حد أقصى',
    ),
    SCHEDULE_FAILED: forms(
      'نُشرت كل القسائم في موعدها',
      'قسيمة واحدة لم تُنشر في موعدها',
      'قسيمتان لم تُنشرا في موعدهما',
      '# قسائم لم تُنشر في موعدها',
      '# قسيمة لم تُنشر في موعدها',
    ),
    DESTINATION_FAILING: forms(
      'لا وجهة تنبيهات تفشل',
      'وجهة تنبيهات واحدة تفشل',
      'وجهتا تنبيهات تفشلان',
      '# وجهات تنبيهات تفشل',
      '# وجهة تنبيهات تفشل',
    ),
    CELL_UNREACHABLE: forms(
      'كل الخلايا متاحة',
      'تعذّر الوصول إلى خلية واحدة',
      'تعذّر الوصول إلى خليتين',
      'تعذّر الوصول إلى # خلايا',
      'تعذّر الوصول إلى # خلية',
    ),
    STATEMENTS_CLOSED: forms(
      'لم يُقفل أي شهر',
      'أُقفل شهر واحد',
      'أُقفل شهران',
      'أُقفلت # أشهر',
      'أُقفل # شهرًا',
      'أُقفل # شهر',
    ),
    NEW_DEVICE: forms(
      'لا تسجيل دخول من أجهزة جديدة',
      'تسجيل دخول واحد من جهاز جديد',
      'تسجيلا دخول من أجهزة جديدة',
      '# عمليات تسجيل دخول من أجهزة جديدة',
      '# عملية تسجيل دخول من أجهزة جديدة',
    ),
    APPROVAL_BYPASSED: forms(
      'لا تغييرات دون شخص ثانٍ',
      'تغيير واحد دون شخص ثانٍ',
      'تغييران دون شخص ثانٍ',
      '# تغييرات دون شخص ثانٍ',
      '# تغييرًا دون شخص ثانٍ',
      '# تغيير دون شخص ثانٍ',
    ),
  },
  alerts: forms('لا تنبيهات', 'تنبيه واحد', 'تنبيهان', '# تنبيهات', '# تنبيهًا', '# تنبيه'),
  ended: 'انتهى',
  oneEnded: 'انتهى: {sentence}',
  endedCount: forms('لم ينتهِ شيء', 'انتهى واحد', 'انتهى اثنان', 'انتهت #', 'انتهى #'),
  between: '، ',
  more: forms('لا غيرها', 'وواحد آخر', 'واثنان آخران', 'و# أخرى', 'و# أخرى'),
  line: '{sentence} ({when})',
  since: 'منذ {from}',
  fromTo: 'من {from} إلى {to}',
  person: 'من الموظفين',
  footer: 'كل التنبيهات الحالية في لوحة التحكم:',
  open: 'فتح',
  testTitle: 'رسالة اختبار من Counterfoil',
  test: 'اختبار',
  testLine: 'تصل التنبيهات إلى هنا. لا توجد أي مشكلة.',
}

export const MESSAGE_WORDS: Record<StaffLanguage, MessageWords> = {
  en: ENGLISH,
  ms: MALAY,
  'zh-Hans': CHINESE,
  ar: ARABIC,
}
