import { plural } from '../../time/numbers.ts'
import type * as english from '../errors.ts'
import type { WordsOf } from '../words-of.ts'

export const UNKNOWN_ERROR: WordsOf<typeof english.UNKNOWN_ERROR> =
  'حدث خطأ في هذه الصفحة. أعد تحميلها وحاول مجددًا.'

export const ERROR_WORDS: WordsOf<typeof english.ERROR_WORDS> = {
  unreachable: 'تعذّر الوصول إلى الخدمة. تحقّق من اتصالك وحاول مجددًا.',
  unavailable: 'الخدمة مشغولة أو قاعدة بياناتها غير متاحة. حاول مجددًا بعد قليل.',
  maintenance: 'الصيانة قيد التشغيل، لذا لم يتغير شيء. حاول مجددًا بعد انتهائها.',
  internal_error: 'حدث خطأ في الخدمة. إن تكرر، فأبلغ عن معرّف الطلب.',
  unauthorized: 'انتهت جلستك. سجّل الدخول مجددًا.',
  forbidden: 'لا يسمح دورك بذلك.',
  not_found: 'هذا غير موجود، أو لا يحق لك الوصول إليه.',
  validation_failed: 'يُرجى تصحيح ما يلي.',
  payload_too_large: 'الحجم أكبر من المسموح.',
  unsupported_media_type: 'هذا النوع من الملفات غير مقبول.',
  cross_site_request: 'جاء الطلب من صفحة أخرى. أعد تحميل هذه الصفحة وحاول مجددًا.',
  reauthentication_required: 'لم يتغير شيء: لم تؤكد هويتك.',
  no_webhook_url: 'ليس لهذا الشريك عنوان URL لـ Webhook. اضبط عنوانًا أولًا.',
  no_next_secret: 'لا يوجد سر تالٍ لاعتماده. أنشئ سرًا أولًا.',
  invalid_credentials: 'البريد الإلكتروني أو كلمة المرور غير صحيحة.',
  invalid_sign_in_link: 'هذا الرابط لا يعمل. ربما انتهت صلاحيته أو سبق استخدامه.',
  invalid_code: 'هذا الرمز غير صحيح أو سبق استخدامه.',
  invalid_sign_in_step: 'استغرق هذا أكثر من 10 دقائق أو بدأ في علامة تبويب أخرى. ابدأ من جديد.',
  passkey_refused: 'مفتاح المرور هذا لا يعمل هنا: أُزيل أو أُلغي تفعيل حسابه.',
  passkeys_unavailable: 'لا تعمل مفاتيح المرور على هذا العنوان. افتح لوحة التحكم على عنوانها عبر https.',
  single_sign_on_only: 'تسجّل مؤسستك الدخول عبر الدخول الموحّد فقط.',
  single_sign_on_off: 'الدخول الموحّد غير مُعدّ هنا.',
  single_sign_on_refused: 'تعذّر التحقق من رد خدمة الدخول الموحّد، لذا لم يُسجَّل دخولك. حاول مجددًا.',
  issuer_unavailable: 'تعذّر الوصول إلى خدمة الدخول الموحّد الآن. حاول مجددًا بعد قليل.',
  email_not_verified: 'لم تتحقق خدمة الدخول الموحّد من بريدك الإلكتروني. تحقّق منه هناك ثم حاول مجددًا.',
  email_not_invited:
    'لم يُدعَ أحد ببريدك الإلكتروني. اطلب دعوة من مسؤول. إن كان لديك حساب جديد في خدمة الدخول الموحّد، فاطلب من المسؤول فك ربط الحساب القديم.',
  email_off: 'هذا التثبيت لا يرسل بريدًا إلكترونيًا. اطلب رابطًا من مسؤول.',
  totp_active: 'تم إعداد تطبيق مصادقة من قبل. أزله أولًا.',
  no_second_factor: 'أضف تطبيق مصادقة أو مفتاح مرور أولًا.',
  second_factor_required: 'يتطلب دورك عامل تحقق ثانيًا. أضف عاملًا للمتابعة.',
  too_many_sign_ins: 'محاولات دخول فاشلة كثيرة.',
  password_too_common: 'كلمة المرور هذه شائعة جدًا. اختر كلمة أصعب تخمينًا.',
  staff_inactive: 'أُلغي تفعيل هذا الشخص. فعّله أولًا.',
  slug_taken: 'يستخدم سجل آخر هذا المعرّف النصي.',
  issuer_taken: 'يستخدم شريك آخر مُصدِر الرموز المميّزة هذا.',
  email_taken: 'يستخدم شخص آخر هذا البريد الإلكتروني.',
  sub_category_in_use: 'ما زال تجار يستخدمون فئة فرعية أزلتها.',
  version_conflict: 'غيّر شخص آخر هذا في هذه الأثناء.',
  selection_changed: ({ total }) =>
    plural(Number(total), {
      zero: 'لم يعد أي سجل يطابق عوامل التصفية. لم يُنفَّذ شيء.',
      one: 'يطابق عوامل التصفية الآن سجل واحد. لم يُنفَّذ شيء. راجع العدد الجديد وأكّد مجددًا.',
      two: 'يطابق عوامل التصفية الآن سجلان. لم يُنفَّذ شيء. راجع العدد الجديد وأكّد مجددًا.',
      few: 'تطابق عوامل التصفية الآن # سجلات. لم يُنفَّذ شيء. راجع العدد الجديد وأكّد مجددًا.',
      many: 'يطابق عوامل التصفية الآن # سجلًا. لم يُنفَّذ شيء. راجع العدد الجديد وأكّد مجددًا.',
      other: 'يطابق عوامل التصفية الآن # سجل. لم يُنفَّذ شيء. راجع العدد الجديد وأكّد مجددًا.',
    }),
  voucher_incomplete: 'هذه القسيمة غير جاهزة للإتاحة.',
  rate_limited: 'طلبات كثيرة في وقت واحد. حاول مجددًا بعد ثوانٍ.',
  image_quota_reached: 'بلغت حصتك من الصور. اطلب من مسؤول رفع المزيد.',
  image_too_large: 'في هذه الصورة بكسلات أكثر من المسموح. صغّرها وارفعها مجددًا.',
  image_unreadable: 'هذا الملف تالف: تعذّرت قراءته كصورة.',
  own_request: 'أنت قدّمت هذا الطلب. يجب أن يقرر شخص آخر.',
  approval_decided: 'سبق أن قرر شخص في هذا، أو انتهى الطلب.',
  record_changed: 'تغيّر السجل منذ الطلب، فلم تعد الموافقة ممكنة.',
  requester_not_allowed:
    'لم يعد يحق لمقدّم الطلب، شخصًا كان أم مفتاحًا، إجراء التغيير. ارفضه، وأجرِ التغيير بنفسك إن كان صحيحًا.',
  two_admins_needed: 'تتطلب الموافقات مسؤولًا ثانيًا نشطًا سبق أن سجّل الدخول.',
  publication_limit_reached: 'نشرت مرات كثيرة خلال ساعة.',
  voucher_published: 'لا يمكن تغيير الرموز وطريقة الحصول وتجدّد الحدود بعد النشر الأول.',
  voucher_takes_no_codes: 'لا تأخذ هذه القسيمة رموزًا مرفوعة.',
  month_not_over: 'يمكن إغلاق الشهر بعد ساعة من انتهائه في كل المناطق الزمنية.',
  earlier_month_open: 'ما زال شهر سابق مفتوحًا. أغلقه أولًا.',
  session_needed: 'لا تستطيع مفاتيح API أن تقرر. سجّل الدخول بحسابك.',
  clock_backwards: 'لا يمكن إرجاع الساعة إلى ما قبل أحدث سجل في بيئة الاختبار. أعد ضبطها أولًا.',
  outlet_inactive: 'أُلغي تفعيل هذا الفرع. فعّله أولًا.',
  qr_not_enabled: 'لا يقبل هذا الفرع الرموز. غيّر أولًا طريقة استخدام القسائم فيه.',
  too_many_devices: 'لهذا الفرع 20 جهازًا. ألغِ واحدًا أولًا.',
  user_not_found: 'هذا المستخدم غير موجود أو أُخفيت هويته.',
}

export const retryWords: typeof english.retryWords = (seconds) => `أعد المحاولة بعد ${waitWords(seconds)}.`

/** As after “بعد”. */
export const waitWords: typeof english.waitWords = (seconds) => {
  if (seconds < 60)
    return plural(seconds, {
      zero: 'لحظة',
      one: 'ثانية واحدة',
      two: 'ثانيتين',
      few: '# ثوانٍ',
      many: '# ثانية',
      other: '# ثانية',
    })
  const minutes = Math.ceil(seconds / 60)
  return plural(minutes, {
    zero: 'لحظة',
    one: 'دقيقة واحدة',
    two: 'دقيقتين',
    few: '# دقائق',
    many: '# دقيقة',
    other: '# دقيقة',
  })
}

/** The name of the field stays as it is in the contract. */
export const issueWords: typeof english.issueWords = (path, message) =>
  path === '' || path === '/'
    ? `\u2068${message}\u2069.`
    : `\u2066${path.slice(1)}\u2069: \u2068${message}\u2069.`
