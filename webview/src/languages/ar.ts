import type { FailureWords } from '../language/failure-words.ts'
import type { Formats } from '../language/formats.ts'
import type { Words } from '../language/words.ts'

/** A name runs in its own direction, its signs and brackets with it. */
const apart = (name: string) => `\u2068${name}\u2069`

export const words = (format: Formats): Words => ({
  direction: 'rtl',
  title: 'القسائم',
  loading: 'جارٍ تحميل قسائمك',
  retry: 'أعد المحاولة',
  back: 'رجوع',
  close: 'إغلاق',
  newBadge: 'جديد',
  offline: 'أنت غير متصل بالإنترنت. هذا آخر ما شاهدته.',
  tabs: { label: 'القائمة الرئيسية', home: 'استكشف', wallet: 'المحفظة' },

  arrival: {
    noToken: {
      title: 'افتح قسائمك من تطبيقك',
      text: 'تعرض هذه الصفحة قسائمك عندما تأتي إليها من التطبيق أو الموقع الذي يقدّمها.',
    },
  },

  home: {
    hello: (name) => `مرحبًا، ${apart(name)}`,
    welcome: 'مرحبًا بك',
    search: 'ابحث عن الأماكن والعروض',
    clearSearch: 'امسح البحث',
    filters: 'عرض',
    categories: 'الفئات',
    subCategories: 'الأنواع',
    all: 'الكل',
    featured: 'مختارة',
    new: 'جديدة',
    near: 'بالقرب مني',
    favorites: 'المفضلة',
    allPlaces: 'كل الأماكن',
    newPlaces: 'أماكن جديدة',
    nearPlaces: 'الأقرب أولًا',
    found: (count) =>
      format.plural(count, {
        zero: 'لا أماكن',
        one: 'مكان واحد',
        two: 'مكانان',
        few: '# أماكن',
        many: '# مكانًا',
        other: '# مكان',
      }),
    searching: 'جارٍ البحث…',
    more: 'عرض المزيد',
    moreFailed: 'تعذّر تحميل بقية القائمة.',
    empty: { title: 'لا عروض بعد', text: 'تنضم أماكن جديدة باستمرار. عُد قريبًا.' },
    nothing: {
      title: 'لا شيء هنا',
      text: 'لا يوجد مكان يطابق اختيارك. جرّب فئة أخرى، أو اعرض الكل.',
      action: 'عرض كل الأماكن',
    },
    notFound: (text) => ({
      title: `لا نتائج عن «${apart(text)}»`,
      text: 'تحقّق من الكتابة، أو جرّب كلمة أقصر.',
    }),
    noFavorites: { title: 'لا مفضلة بعد', text: 'اضغط على القلب عند المكان الذي يعجبك، وستجده هنا.' },
    nearby: {
      why: 'لعرض أقرب الأماكن أولًا نحتاج إلى معرفة موقعك. يُستخدم موقعك لهذه القائمة فقط ولا يُحفظ.',
      ask: 'استخدم موقعي',
      notNow: 'ليس الآن',
      locating: 'جارٍ تحديد موقعك…',
      denied: 'هاتفك لا يشارك موقعه مع هذا التطبيق. يمكنك السماح بذلك من إعدادات الهاتف.',
      unavailable: 'تعذّر على هاتفك تحديد موقعك. حاول بعد قليل، أو في مكان مفتوح.',
    },
  },

  favorite: {
    add: (name) => `أضف ${apart(name)} إلى مفضلتك`,
    remove: (name) => `أزل ${apart(name)} من مفضلتك`,
    added: (name) => `أصبح ${apart(name)} في مفضلتك`,
    removed: (name) => `لم يعد ${apart(name)} في مفضلتك`,
    undone: (name) => `لم ينجح ذلك: بقيت مفضلتك كما كانت بشأن ${apart(name)}`,
  },

  merchant: {
    more: 'المزيد',
    less: 'أقل',
    vouchers: 'القسائم',
    outlets: 'الفروع',
    away: (distance) => `على بُعد ${distance}`,
    map: 'الخريطة',
    mapOf: (name) => `اعرض ${apart(name)} على الخريطة`,
    howFar: { why: 'لمعرفة بُعد كل فرع، شارك موقعك. لن يُحفظ.', ask: 'اعرض المسافات' },
    noVouchers: {
      title: 'لا قسائم حاليًا',
      text: 'أضف المكان إلى مفضلتك لتعلم بالقسائم الجديدة.',
    },
    noOutlets: 'لا فروع بعد.',
  },

  voucher: {
    terms: 'الشروط والأحكام',
    atOutlet: (name) => `في ${apart(name)}`,
    claim: 'احصل عليها',
    claiming: 'جارٍ الحفظ…',
    claimed: 'تمّ: القسيمة في محفظتك',
    redeem: 'استخدم القسيمة',
    favoriteFirst: 'أضف إلى المفضلة',
    left: (left, of) => `بقي ${format.number(left)} من ${format.number(of)}`,
    leftUntil: (left, of, end) =>
      `بقي ${format.number(left)} من ${format.number(of)} حتى ${format.lastDayOrTime(end)}`,
    once: 'تُستخدم مرة واحدة',
    onceUntil: (end) => `تُستخدم مرة واحدة حتى ${format.lastDayOrTime(end)}`,
    validUntil: (end) => `صالحة حتى ${format.lastDayOrTime(end)}`,
    endsIn: (days) =>
      format.plural(days, {
        zero: 'اليوم الأخير',
        one: 'اليوم الأخير',
        two: 'تنتهي خلال يومين',
        few: 'تنتهي خلال # أيام',
        many: 'تنتهي خلال # يومًا',
        other: 'تنتهي خلال # يوم',
      }),
    someOutlets: (count) =>
      format.plural(count, {
        one: 'في فرع واحد',
        two: 'في فرعين',
        few: 'في # فروع',
        many: 'في # فرعًا',
        other: 'في # فرع',
      }),
    usedUp: 'استُخدمت بالكامل',
    usedUpUntil: (resets) => `استُخدمت بالكامل. تعود إليك ${when(format, resets)}`,
    allGone: 'نفدت كلها',
    allGoneUntil: (resets) => `نفدت كلها. تتوفر قسائم جديدة ${when(format, resets)}`,
    notYet: (from) => `يمكن استخدامها ابتداءً من ${format.dayOrTime(from)}`,
    over: (end) => `كان يمكن استخدامها حتى ${format.lastDayOrTime(end)}`,
    ended: 'لم تعد متاحة',
    favoritesOnly: 'لمن أضافوا هذا المكان إلى مفضلتهم',
  },

  redeem: {
    title: 'استخدام القسيمة',
    checking: 'لحظة من فضلك …',
    chooseOutlet: 'في أي فرع أنت؟',
    notReady: 'غير مهيأ للقسائم بعد',
    otherOutlet: 'اختر فرعًا آخر',
    noOutlets: {
      title: 'لا يوجد فرع يقبلها الآن',
      text: 'لا يقبل أي فرع هذه القسيمة في الوقت الحالي. يُرجى المحاولة لاحقًا.',
    },
    firstThis: 'قبل أن تستخدمها',
    notNow: 'غير ممكن الآن',
    claim: 'احصل عليها الآن',
    addFavorite: 'أضف إلى المفضلة',
    location: {
      nearestWhy: 'شارك موقعك لترى أقرب فرع أولًا ولتُثبت أنك هناك. يُحفظ موقعك مع عملية الاستخدام فقط.',
      title: (outlet: string) => `هل أنت في ${apart(outlet)}؟`,
      why: 'يُظهر موقعك أنك هناك. يُحفظ مع هذه العملية ولا يُستخدم لأي غرض آخر.',
      use: 'استخدم موقعي',
      without: 'المتابعة بدون الموقع',
      review: 'يمكنك المتابعة، لكن العملية ستوضع عليها علامة للمراجعة.',
      locating: 'جارٍ تحديد موقعك …',
      again: 'تحقق من موقعي مرة أخرى',
      denied: 'لا يشارك هاتفك موقعه مع هذا التطبيق. يمكنك السماح بذلك من إعدادات الهاتف.',
      unavailable: 'لم يتمكن هاتفك من تحديد موقعك. جرّب بالقرب من نافذة أو في الخارج.',
      too_slow: 'يستغرق تحديد موقعك وقتًا أطول من المعتاد. يمكنك الانتظار قليلًا أو المتابعة بدونه.',
      unsure: (accuracy: string) => `هاتفك غير متأكد: قد يكون الخطأ بمقدار ${accuracy}.`,
    },
    handOver: {
      title: 'سلّم هاتفك إلى الموظف',
      enterPin: 'الموظف: يُرجى إدخال رمز PIN الخاص بالفرع',
      keypad: 'لوحة إدخال رمز PIN',
      digits: (count: number) => `تم إدخال ${format.number(count)} من ${format.number(4)} أرقام`,
      delete: 'احذف آخر رقم',
      sending: 'جارٍ الاستخدام …',
      withoutLocation: 'بدون موقع: ستوضع علامة للمراجعة',
    },
    unanswered: {
      title: 'في انتظار الرد',
      text: 'لم يصل رد، ولا نعرف بعد هل نجحت العملية. أبقِ هذه الشاشة مفتوحة: سنسأل مرة أخرى تلقائيًا، ولن تُحتسب إلا مرة واحدة.',
      asking: 'نسأل مرة أخرى …',
      waiting: 'سنسأل مرة أخرى عند عودة الاتصال.',
      left: 'ما زلنا ننتظر الرد على عملية الاستخدام.',
      answered: 'تم استخدام قسيمتك. تجدها في محفظتك.',
    },
    waitFor: 'يمكنك المحاولة مرة أخرى بعد',
    waitIsOver: 'يمكنك المحاولة الآن.',
    done: {
      title: 'تم الاستخدام',
      code: 'الرمز',
      copy: 'انسخ الرمز',
      copied: 'تم نسخ الرمز',
      notCopied: 'تعذّر النسخ: يُرجى قراءة الرمز',
      qr: 'الرمز على شكل رمز QR',
      noCode: 'لا حاجة إلى رمز: هذه الشاشة هي الإثبات.',
      at: (moment: string) => `تم الاستخدام في ${moment}`,
      now: 'الوقت الآن',
      flagged: 'عليها علامة للمراجعة',
      flaggedWhy: 'العملية محتسبة. ولأنها تمت بدون موقع فقد يراجعها أحد لاحقًا. لا يلزمك فعل أي شيء.',
      finish: 'إنهاء',
      wallet: 'شاهدها في محفظتك',
    },
  },

  wallet: {
    title: 'المحفظة',
    views: 'عرض',
    vouchers: 'القسائم',
    history: 'السجل',
    now: 'جاهزة للاستخدام',
    favorite: 'لأصحاب المفضلة',
    notYet: 'لم يحن وقتها بعد',
    allGone: 'نفدت كلها',
    usedUp: 'استُخدمت بالكامل',
    over: 'منتهية الصلاحية',
    gone: 'لم تعد معروضة',
    goneWhy: 'لم تعد تُقدَّم، فلا يمكن استخدامها',
    unknown: 'تعذّر التحقق منها',
    unknownWhy: 'لم يُحمَّل ما بقي من هذه القسائم.',
    empty: { title: 'محفظتك فارغة', text: 'احصل على قسيمة تعجبك وستجدها بانتظارك هنا.' },
    noHistory: {
      title: 'لم تستخدم أي قسيمة بعد',
      text: 'كل قسيمة تستخدمها تُحفظ هنا مع رمزها.',
    },
    browse: 'ابحث عن قسائم',
    more: 'اعرض الأقدم',
    moreFailed: 'تعذّر تحميل الأقدم.',
    redemption: 'تفاصيل الاستخدام',
    voided: 'أُلغي الاستخدام',
    voidedWhy: (moment) => `أُلغي هذا الاستخدام في ${moment}. لا يُحتسب عليك، ولم يعد رمزه لازمًا.`,
  },

  failures: failures(format),
})

const when = (format: Formats, time: string) =>
  `${format.isToday(time) ? 'اليوم الساعة' : 'في'} ${format.dayOrTime(time)}`

function failures(format: Formats): FailureWords {
  const wrong = { title: 'حدث خطأ ما', text: 'قسائمك بأمان، لكن العملية لم تنجح. حاول مجددًا بعد قليل.' }
  const link = {
    title: 'تعذّر تسجيل دخولك',
    text: 'لم يعد هذا الرابط صالحًا. عُد إلى التطبيق الذي أتيت منه وافتح قسائمك من جديد.',
  }
  const busy = { title: 'لحظات ونعود', text: 'هناك ضغط كبير الآن. حاول مجددًا بعد قليل.' }
  const gone = { title: 'لم تعد متاحة', text: 'لم تعد هذه القسيمة معروضة.' }
  return {
    unreachable: {
      title: 'لا يوجد اتصال',
      text: 'تعذّر الوصول إلى قسائمك. تحقّق من اتصالك بالإنترنت وحاول مجددًا.',
    },
    validation_failed: wrong,
    request_timeout: wrong,
    payload_too_large: wrong,
    uri_too_long: wrong,
    unsupported_media_type: wrong,
    internal_error: wrong,
    unavailable: busy,
    keys_unavailable: busy,
    not_found: { title: 'لم يعد هنا', text: 'لا يقدّم هذا المكان قسائم حاليًا.' },

    missing_token: link,
    invalid_token: link,
    headers_too_large: link,
    token_expired: {
      title: 'انتهت جلستك',
      text: 'حفاظًا على أمانك تنتهي الجلسات بعد مدة. عُد إلى التطبيق الذي أتيت منه وافتح قسائمك من جديد.',
    },
    partner_disabled: {
      title: 'القسائم متوقفة',
      text: 'لا يقدّم التطبيق الذي أتيت منه قسائم حاليًا. يُرجى سؤال فريق الدعم لديه.',
    },
    user_not_found: {
      title: 'أُغلق هذا الحساب',
      text: 'أُغلقت قسائمك مع حسابك. إن كان ذلك خطأ، فتواصل مع فريق دعم التطبيق الذي أتيت منه.',
    },

    merchant_not_found: { title: 'لم يعد هنا', text: 'لم يعد هذا المكان يقدّم قسائم.' },
    merchant_inactive: { title: 'غير متاح حاليًا', text: 'توقّف هذا المكان مؤقتًا عن تقديم القسائم.' },
    merchant_out_of_scope: { title: 'ليس في تطبيقك', text: 'هذا المكان ليس ضمن عروض تطبيقك.' },
    voucher_not_found: gone,
    voucher_inactive: gone,
    voucher_out_of_scope: { title: 'ليست في تطبيقك', text: 'هذه القسيمة ليست ضمن عروض تطبيقك.' },
    voucher_not_claimable: { title: 'لا حاجة إلى حفظها', text: 'تُستخدم هذه القسيمة عند الدفع مباشرة.' },

    rate_limited: {
      title: 'محاولات كثيرة',
      text: (facts) =>
        facts?.retryAfterSeconds === undefined
          ? 'انتظر قليلًا قبل أن تحاول مجددًا.'
          : format.plural(facts.retryAfterSeconds, {
              one: 'انتظر ثانية واحدة قبل أن تحاول مجددًا.',
              two: 'انتظر ثانيتين قبل أن تحاول مجددًا.',
              few: 'انتظر # ثوانٍ قبل أن تحاول مجددًا.',
              other: 'انتظر # ثانية قبل أن تحاول مجددًا.',
            }),
    },
    idempotency_key_reused: {
      title: 'ابدأ من جديد',
      text: 'اختلطت هذه المحاولة بأخرى، ولم يُستخدم شيء بسببها. ابدأ من جديد.',
    },
    outlet_not_found: { title: 'الفرع غير موجود', text: 'لم يعد هذا الفرع موجودًا. اختر فرعًا آخر.' },
    voucher_not_yet_valid: { title: 'لم تبدأ صلاحيتها', text: 'لا يمكن استخدام هذه القسيمة بعد. عُد لاحقًا.' },
    voucher_expired: { title: 'منتهية الصلاحية', text: 'انتهت مدة هذه القسيمة.' },
    voucher_not_valid_at_outlet: {
      title: 'ليس في هذا الفرع',
      text: 'لا يمكن استخدام هذه القسيمة هنا. اختر فرعًا آخر.',
    },
    outlet_inactive: {
      title: 'الفرع مغلق',
      text: 'لا يقبل هذا الفرع القسائم حاليًا. اختر فرعًا آخر.',
    },
    outlet_pin_not_set: {
      title: 'الفرع غير جاهز',
      text: 'لم يُجهَّز هذا الفرع للقسائم بعد. اختر فرعًا آخر، أو اسأل الموظفين.',
    },
    invalid_pin: {
      title: 'رمز PIN غير صحيح',
      text: 'ليس هذا رمز PIN الخاص بالفرع. اطلب من الموظف إدخاله من جديد.',
    },
    too_far: {
      title: 'أنت بعيد جدًا',
      text: (facts) =>
        facts?.distanceMeters === undefined || facts.maxMeters === undefined
          ? 'تُستخدم القسائم في الفرع. اذهب إليه وحاول مجددًا.'
          : `أنت على بُعد ${format.distance(facts.distanceMeters)} من الفرع. اقترب إلى مسافة ${format.distance(facts.maxMeters)} وحاول مجددًا.`,
    },
    not_a_favorite: {
      title: 'للمفضلة فقط',
      text: 'أضف هذا المكان إلى مفضلتك، ثم يمكنك استخدام القسيمة.',
    },
    no_claim: { title: 'احصل عليها أولًا', text: 'ضع هذه القسيمة في محفظتك، ثم يمكنك استخدامها.' },
    voucher_not_yet_applicable: {
      title: 'ليس بعد',
      text: (facts) =>
        facts?.applicableFrom === undefined
          ? 'لا يمكن استخدام هذه القسيمة بعد.'
          : `يمكنك استخدام هذه القسيمة ابتداءً من ${format.moment(facts.applicableFrom)}.`,
    },
    voucher_no_longer_applicable: {
      title: 'فات الأوان',
      text: (facts) =>
        facts?.applicableUntil === undefined
          ? 'انتهى وقت استخدام هذه القسيمة.'
          : `كان يمكن استخدام هذه القسيمة حتى ${format.moment(facts.applicableUntil)}.`,
    },
    limit_reached: {
      title: 'استُخدمت بالكامل',
      text: (facts) =>
        facts?.resetsAt
          ? `استخدمت هذه القسيمة بالعدد المسموح حاليًا. تعود إليك في ${format.moment(facts.resetsAt)}.`
          : 'استخدمت هذه القسيمة بالعدد المسموح.',
    },
    global_cap_reached: {
      title: 'نفدت كلها',
      text: (facts) =>
        facts?.resetsAt
          ? `سبقك الآخرون: استُخدمت كل هذه القسائم. تتوفر قسائم جديدة في ${format.moment(facts.resetsAt)}.`
          : 'سبقك الآخرون: استُخدمت كل هذه القسائم.',
    },
    codes_exhausted: { title: 'لم تبقَ رموز', text: 'وُزّعت كل رموز هذه القسيمة. عُد لاحقًا.' },
    code_generation_failed: { title: 'تعذّر إنشاء الرمز', text: 'لم يُستخدم شيء. حاول مجددًا.' },
  }
}
