import type { Forms } from '@counterfoil/contract/words/fact-words.ts'
import type { ReasonWords } from '@counterfoil/contract/words/reason.ts'

const forms = (zero: string, one: string, two: string, few: string, many: string, other: string): Forms => ({
  ...{ zero, one, two, few, many, other },
})

const secretsAfter = (start: string) =>
  forms(
    `${start}، ولا سر للمقارنة`,
    `${start}، والسر لا يطابق`,
    `${start}، ولا يطابق أي من السرين`,
    `${start}، ولا يطابق أي من # أسرار`,
    `${start}، ولا يطابق أي من # سرًا`,
    `${start}، ولا يطابق أي من # سر`,
  )

const secondsAfter = (start: string) =>
  forms(
    `${start} فورًا.`,
    `${start} بعد ثانية واحدة.`,
    `${start} بعد ثانيتين.`,
    `${start} بعد # ثوانٍ.`,
    `${start} بعد # ثانية.`,
    `${start} بعد # ثانية.`,
  )

const attemptsBefore = (end: string) =>
  forms(
    `Webhook: فشلت الرسائل ${end}`,
    `Webhook: فشلت المحاولة الأخيرة ${end}`,
    `Webhook: فشلت آخر محاولتين ${end}`,
    `Webhook: فشلت آخر # محاولات ${end}`,
    `Webhook: فشلت آخر # محاولة ${end}`,
    `Webhook: فشلت آخر # محاولة ${end}`,
  )

const UNREADABLE = 'التوقيع: لا يمكن قراءة الترويسة x-signature'
const OLD = 'التوقيع: عمر t هو {seconds} ث، وحجم المحتوى {bytes} بايت'
const AHEAD = 'التوقيع: t تسبق ساعتنا بـ {seconds} ث، وحجم المحتوى {bytes} بايت'
const NO_V2 = 'v1 مطابق، وv2 غير موجود مع أن على هذا الشريك إرساله'
const WRONG_V2 = 'v1 مطابق، وv2 غير مطابق: أُنشئ لطريقة أو مسار أو استعلام آخر'

export const REASON_WORDS: ReasonWords = {
  validation_failed: 'الطلب لا يوافق المخطط. انظر issues.',
  not_found: 'المسار أو العنصر غير موجود، أو ليس لصاحب الطلب حق الوصول إليه.',
  request_timeout: 'لم يصل الطلب كاملًا في الوقت المحدد.',
  payload_too_large: 'محتوى الطلب أكبر مما يقبله هذا المسار.',
  uri_too_long: 'جزء من المسار أطول من أي معرّف صالح.',
  unsupported_media_type: 'لا يقبل هذا المسار هذا النوع من المحتوى.',
  headers_too_large: 'سطر الطلب والترويسات أكبر من المسموح.',
  internal_error: 'حدث خطأ لدينا. اذكر x-request-id عند الاتصال بنا.',
  unavailable: 'الخدمة غير متاحة مؤقتًا. أعد المحاولة بعد retry-after ثانية.',
  maintenance:
    'الصيانة جارية: لا يُكتب شيء. القراءة وإعادة الإرسال تعملان. أعد المحاولة بعد retry-after ثانية (وأيضًا في retryAfterSeconds).',
  invalid_signature: 'ترويسات التوقيع ناقصة أو مشوّهة أو خاطئة.',
  signature_expired: 'وقت التوقيع يختلف عن ساعتنا بأكثر من 300 ثانية.',
  partner_disabled: 'الشريك معطّل.',
  user_not_found: 'المستخدم غير موجود أو أُخفيت هويته.',
  upsert_failed: 'تعذّر حفظ المستخدم بسبب تغيير متزامن. يمكن إعادة المحاولة بأمان.',
  live_mode: 'هذا لشريك الاختبار فقط. استخدم سر توأم الاختبار.',
  clock_backwards: 'لا يمكن إرجاع الساعة إلى ما قبل أحدث سجل في بيئة الاختبار. أعد ضبطها أولًا.',
  missing_token: 'الترويسة Authorization غير موجودة أو لا تحمل رمزًا من نوع bearer.',
  invalid_token: 'الرمز المميّز مشوّه، أو لا يمكن التحقق منه، أو ينقصه بيان مطلوب.',
  token_expired: 'انتهت صلاحية الرمز المميّز.',
  keys_unavailable: 'تعذّر جلب المفاتيح العامة للشريك، ولا مفاتيح محفوظة.',
  merchant_not_found: 'التاجر غير موجود.',
  merchant_inactive: 'التاجر غير نشط.',
  merchant_out_of_scope: 'التاجر خارج نطاق الشريك.',
  voucher_not_found: 'القسيمة غير موجودة أو لم تُنشر قط.',
  voucher_out_of_scope: 'القسيمة خارج نطاق الشريك.',
  voucher_not_claimable: 'يمكن الحصول فقط على القسائم التي claimFlow فيها WALLET.',
  rate_limited:
    'محاولات كثيرة، أو طلبات كثيرة في وقت واحد. أعد المحاولة بعد retry-after ثانية (وأيضًا في retryAfterSeconds). إذا كان limit هو "partner" فقد بلغ الشريك حد طلباته في الدقيقة.',
  idempotency_key_reused: 'استُخدم Idempotency-Key هذا من قبل مع محتوى مختلف.',
  outlet_not_found: 'الفرع غير موجود.',
  voucher_inactive: 'أُلغي نشر القسيمة، أو تاجرها غير نشط.',
  voucher_not_yet_valid: 'القسيمة غير صالحة بعد.',
  voucher_expired: 'انتهت صلاحية القسيمة.',
  voucher_not_valid_at_outlet: 'لا يمكن استخدام القسيمة في هذا الفرع.',
  outlet_inactive: 'الفرع غير نشط.',
  outlet_pin_not_set: 'ليس للفرع رمز PIN بعد، أو يقبل الرموز فقط.',
  invalid_pin: 'رمز PIN غير صحيح.',
  too_far: 'المستخدم أبعد عن الفرع مما هو مسموح.',
  not_a_favorite: 'القسيمة فقط لمن أضافوا التاجر إلى المفضلة.',
  no_claim: 'على المستخدم أن يحصل على القسيمة أولًا.',
  voucher_not_yet_applicable: 'لم تبدأ فترة الاستخدام بعد.',
  voucher_no_longer_applicable: 'انتهت فترة الاستخدام.',
  limit_reached: 'بلغ المستخدم حده في هذه الدورة.',
  global_cap_reached: 'بلغت القسيمة حدها الإجمالي في هذه الدورة.',
  codes_exhausted: 'لم تبق رموز في مجموعة القسيمة.',
  code_generation_failed: 'تعذّر توليد رمز غير مستخدم.',
  qr_not_enabled: 'لا يقبل الفرع الرموز: تُستخدم القسائم فيه برمز PIN.',
  code_not_found: 'لا يوجد رمز مفتوح كهذا في هذا الفرع.',
  code_of_another_outlet: 'الرمز لفرع آخر من فروع التاجر.',
  code_expired: 'مضى على الرمز أكثر من 60 ثانية، أو حلّ محله رمز أحدث.',
  code_used: 'استُخدمت القسيمة من قبل بهذا الرمز أو برمز PIN.',
  code_held: 'قرأ جهاز آخر الرمز وأمامه 60 ثانية لتأكيده.',
  confirmation_refused: 'أكّد جهاز من أجهزة الفرع الرمز، ورُفض الاستخدام: انظر refusal.',

  'rate_limited:partner': secondsAfter('بلغ الشريك حد طلباته. سُمح بالطلب التالي'),
  'rate_limited:user': secondsAfter('محاولات كثيرة. سُمح بالمحاولة التالية'),
  'too_far:measured': 'كان الجهاز على بعد {distanceMeters} م من الفرع. الحد الأقصى {maxMeters} م.',
  'voucher_not_yet_applicable:from': 'تبدأ فترة الاستخدام في {applicableFrom}.',
  'voucher_no_longer_applicable:until': 'انتهت فترة الاستخدام في {applicableUntil}.',
  'limit_reached:used': 'استخدم المستخدم {used} من {limit} من مرات الاستخدام.',
  'limit_reached:cycle': 'استخدم المستخدم {used} من {limit} من مرات الاستخدام في الدورة {cycleKey}.',
  'global_cap_reached:used': 'استخدم جميع المستخدمين معًا {used} من {cap} من مرات الاستخدام.',
  'global_cap_reached:cycle':
    'استخدم جميع المستخدمين معًا {used} من {cap} من مرات الاستخدام في الدورة {cycleKey}.',
  'invalid_pin:times': forms(
    'رمز PIN غير صحيح',
    'رمز PIN غير صحيح، للمرة الأولى خلال 24 ساعة من هذا المستخدم في هذا الفرع',
    'رمز PIN غير صحيح، مرتين خلال 24 ساعة من هذا المستخدم في هذا الفرع',
    'رمز PIN غير صحيح، # مرات خلال 24 ساعة من هذا المستخدم في هذا الفرع',
    'رمز PIN غير صحيح، # مرة خلال 24 ساعة من هذا المستخدم في هذا الفرع',
    'رمز PIN غير صحيح، # مرة خلال 24 ساعة من هذا المستخدم في هذا الفرع',
  ),

  'timeline.claim': 'حصل على القسيمة.',
  'timeline.favorite': 'أضاف التاجر إلى المفضلة.',
  'timeline.redemption': 'استُخدمت في {place}.',
  'timeline.redemption:flagged': 'استُخدمت في {place}، ووُضعت عليها علامة للمراجعة.',
  'timeline.void': 'أُلغي الاستخدام في {place}: {reason}',
  'timeline.refusal': 'رُفضت في {place}:',
  'timeline.refusal:unknown': 'رُفضت في فرع غير معروف:',
  'timeline.delivery.PENDING': 'رسالة Webhook تنتظر المحاولة التالية.',
  'timeline.delivery.DELIVERED': 'سُلّمت رسالة Webhook.',
  'timeline.delivery.FAILED': 'فشلت رسالة Webhook؛ لم تبق محاولات.',

  'request.invalid': 'الطلب: {issues}',
  'request.unknownFields': 'حقول غير معروفة تم تجاهلها: {fields}',
  'route.preflight':
    'المسار: لا يمكن لصفحة في متصفح استدعاء /integrations لأنها تحتاج إلى سرك: استدعها من خادمك',
  'route.method': 'المسار: {path} يقبل {methods} وليس {method}',
  'route.unknown': 'المسار: لا يوجد مسار كهذا',
  'route.unknown:prefixed': 'المسار: لا يوجد مسار كهذا: مساراتنا بلا بادئة وبلا إصدار',
  'route.nearest': 'الأقرب هو {method} {path}',

  'signature.noSlug': 'التوقيع: الترويسة x-partner-slug غير موجودة',
  'signature.unknownSlug': 'التوقيع: لا شريك له هذا الاسم المختصر (slug)',
  'signature.missing': 'التوقيع: الترويسة x-signature غير موجودة',
  'signature.tooLong': `${UNREADABLE}: فيها أكثر من {maxLength} حرف`,
  'signature.noTime': `${UNREADABLE}: ليس فيها t`,
  'signature.manyTimes': `${UNREADABLE}: فيها أكثر من t واحدة`,
  'signature.milliseconds': `${UNREADABLE}: تبدو t بالميلي ثانية، والمتوقع بالثواني`,
  'signature.notSeconds': `${UNREADABLE}: ليست t عددًا صحيحًا من الثواني`,
  'signature.noV1': `${UNREADABLE}: ليس فيها v1`,
  'signature.upperCase': `${UNREADABLE}: v1 بأحرف كبيرة، والمتوقع أحرف صغيرة`,
  'signature.notHex': `${UNREADABLE}: ليس v1 من 64 رقمًا ست عشريًا`,
  'signature.body': 'التوقيع: لا يأخذ المسار محتوى، وفي الطلب محتوى',
  'signature.old': 'التوقيع: عمر t هو {seconds} ث، والحد الأقصى {maxSeconds} ث',
  'signature.ahead': 'التوقيع: t تسبق ساعتنا بـ {seconds} ث، والحد الأقصى {maxSeconds} ث',
  'signature.wrong': secretsAfter(OLD),
  'signature.wrong:ahead': secretsAfter(AHEAD),
  'signature.noV2': `${OLD}، ${NO_V2}`,
  'signature.noV2:ahead': `${AHEAD}، ${NO_V2}`,
  'signature.wrongV2': `${OLD}، ${WRONG_V2}`,
  'signature.wrongV2:ahead': `${AHEAD}، ${WRONG_V2}`,
  'signature.serialized': 'كان سيطابق توقيع على JSON بعد إعادة كتابته',
  'signature.trimmed': 'كان سيطابق توقيع على المحتوى بلا فراغات في طرفيه',
  'signature.empty': 'كان سيطابق توقيع على محتوى فارغ',
  'signature.bodyAlone': 'كان سيطابق توقيع على المحتوى وحده: يجب أن تسبقه t ونقطة',
  'signature.decoded': 'كان سيطابق توقيع بالسر بعد فك base64: المفتاح هو السر كنص',

  'keys.unreachable': 'المفاتيح: لا يمكن جلبها: {error}',
  'webhooks.GONE': 'Webhook: متوقف مؤقتًا لأن نقطة النهاية ردّت بـ 410 Gone',
  'webhooks.EXHAUSTED': 'Webhook: متوقف مؤقتًا لأن نقطة النهاية تفشل منذ 5 أيام',
  'webhooks.failing': attemptsBefore('بالحالة {status}'),
  'webhooks.silent': attemptsBefore('بلا رد'),
  'remedy.keys_unavailable': 'أعد عنوان JWKS إلى العمل. يجب أن يرد خلال 3 ثوانٍ عبر https.',
  'remedy.invalid_token':
    'تحقّق من iss وsub وexp (بالثواني لا بالميلي ثانية) وaud إن سجّلته، ومن أن مفتاح kid منشور.',
  'remedy.invalid_signature':
    'وقّع البايتات التي ترسلها كما هي، بالسر الحالي. لا محتوى مع GET وDELETE. إن كان v2 مطلوبًا فأرسله.',
  'remedy.signature_expired': 'اضبط ساعة خادمك (NTP)، ووقّع كل محاولة من جديد.',
  'remedy.unknownFields': 'راجع الأسماء في مرجع API: تُتجاهل الحقول والمعاملات التي لا يعرفها المسار.',
  'remedy.resume': 'أصلح نقطة النهاية، ثم استأنف Webhook.',
  'remedy.webhooks': forms(
    'اجعل نقطة النهاية ترد بـ 2xx خلال 15 ثانية.',
    'اجعل نقطة النهاية ترد بـ 2xx خلال 15 ثانية. يُعاد إرسال حدث واحد غير مُسلَّم تلقائيًا.',
    'اجعل نقطة النهاية ترد بـ 2xx خلال 15 ثانية. يُعاد إرسال حدثين غير مُسلَّمين تلقائيًا.',
    'اجعل نقطة النهاية ترد بـ 2xx خلال 15 ثانية. يُعاد إرسال # أحداث غير مُسلَّمة تلقائيًا.',
    'اجعل نقطة النهاية ترد بـ 2xx خلال 15 ثانية. يُعاد إرسال # حدثًا غير مُسلَّم تلقائيًا.',
    'اجعل نقطة النهاية ترد بـ 2xx خلال 15 ثانية. يُعاد إرسال # حدث غير مُسلَّم تلقائيًا.',
  ),

  'token.length': 'في الرمز المميّز {length} حرف. الحد الأقصى {maxLength}.',
  'token.parts': 'يتكون JWT الموقّع من ثلاثة أجزاء بينها نقاط. في هذا النص {parts}.',
  'token.characters': 'في الرمز المميّز أحرف ليست من base64url.',
  'token.header': 'الترويسة ليست كائن JSON بترميز base64url.',
  'token.payload': 'البيانات ليست كائن JSON بترميز base64url.',
  'token.refusedHeader': 'الترويسة {header} غير مقبولة.',
  'token.algorithm': 'الخوارزمية هي {value}. المقبولة: {algorithms}.',
  'token.unsigned': 'الرمز المميّز بلا توقيع.',
  'token.kid': 'الترويسة kid ليست نصًا.',
  'token.notText': 'البيان iss هو {value}. يجب أن يكون نصًا.',
  'token.unknownIssuer': 'لا شريك له المُصدر {value}.',
  'token.issuer': 'البيان iss هو {value}، ومُصدر الشريك هو {expected}.',
  'token.noSubject': 'البيان sub هو {value}. يجب أن يكون المعرّف الخارجي للمستخدم.',
  'token.subject': 'البيان sub طويل جدًا، أو نص لا يمكن تخزينه.',
  'token.notATime': 'البيان {claim} هو {value}. يجب أن يكون عدد الثواني منذ 1970.',
  'token.audience': 'البيان aud هو {value}، والمتوقع {expected}.',
  'token.noIssueTime': 'البيان iat غير موجود. للشريك مدة صلاحية قصوى.',
  'token.lifetime': 'مدة الرمز المميّز {seconds} ثانية. الحد الأقصى {maxSeconds}.',
  'token.early': 'الرمز المميّز صالح ابتداءً من {start} (iat، nbf). ساعتنا تشير إلى {now}.',
  'token.milliseconds':
    'البيان exp هو {value}، بعد أكثر من عشر سنوات. يبدو بالميلي ثانية، والمتوقع بالثواني.',
  'token.expired': 'انتهت صلاحية الرمز المميّز في {end}. ساعتنا تشير إلى {now}.',
  'token.keyNotFetched': 'تعذّر جلب مفاتيح الشريك، ولا مفاتيح حديثة محفوظة.',
  'token.unknownKey': 'المعرّف kid {kid} ليس في JWKS التي جُلبت قبل {seconds} ث (المعرّفات: {kids}).',
  'token.wrongKey':
    'لا يتحقق أي مفتاح للشريك من التوقيع. يذكر الرمز المميّز المعرّف {kid} ويستخدم {algorithm}. المفاتيح: {kids}.',
  'token.wrongKey:unnamed':
    'لا يتحقق أي مفتاح للشريك من التوقيع. لا يذكر الرمز المميّز معرّف مفتاح ويستخدم {algorithm}. المفاتيح: {kids}.',
  'token.disabled': 'الشريك معطّل.',
}
