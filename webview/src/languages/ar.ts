import type { FailureWords } from '../language/failure-words.ts'
import type { Formats } from '../language/formats.ts'
import type { Words } from '../language/words.ts'

/** Isolates a name, so that its punctuation keeps the name's own text direction. */
const apart = (name: string) => `\u2068${name}\u2069`

export const words = (format: Formats): Words => ({
  direction: 'rtl',
  title: 'القسائم',
  loading: 'جارٍ تحميل قسائمك',
  retry: 'أعد المحاولة',
  back: 'رجوع',
  close: 'إغلاق',
  view: 'عرض',
  newBadge: 'جديد',
  offline: 'أنت غير متصل بالإنترنت. هذا آخر ما تم تحميله.',
  tabs: {
    label: 'القائمة الرئيسية',
    home: 'استكشف',
    wallet: 'المحفظة',
    ready: (count) => `جاهزة للاستخدام: ${format.number(count)}`,
  },

  arrival: {
    noToken: {
      title: 'افتح قسائمك من تطبيقك',
      text: 'انتقل إلى التطبيق أو الموقع الذي يقدّم قسائمك وافتحها من هناك.',
    },
  },

  home: {
    hello: (name) => `مرحبًا، ${apart(name)}`,
    welcome: 'مرحبًا بك',
    search: 'ابحث عن الأماكن والعروض',
    clearSearch: 'مسح البحث',
    filters: 'عوامل التصفية',
    categories: 'الفئات',
    subCategories: 'الفئات الفرعية',
    all: 'الكل',
    featured: 'مختارة',
    new: 'جديدة',
    near: 'بالقرب مني',
    favorites: 'المفضلة',
    allPlaces: 'كل الأماكن',
    newPlaces: 'أماكن جديدة',
    nearPlaces: 'الأقرب أولًا',
    endingSoon: 'تنتهي قريبًا',
    inWallet: 'في محفظتك',
    unavailable: { title: 'لم تعد متاحة', text: 'لم يعد تطبيقك يقدّم هذا المكان.', remove: 'إزالة' },
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
    empty: { title: 'لا توجد عروض بعد', text: 'تنضم أماكن جديدة باستمرار. تفقّد مرة أخرى قريبًا.' },
    noMatches: {
      title: 'لا توجد نتائج مطابقة',
      text: 'لا يوجد مكان يطابق عوامل التصفية. جرّب فئة أخرى، أو اعرض كل الأماكن.',
      action: 'عرض كل الأماكن',
    },
    noResults: (text) => ({
      title: `لا نتائج عن «${apart(text)}»`,
      text: 'تحقّق من الكتابة، أو جرّب كلمة أقصر.',
    }),
    noFavorites: { title: 'لا توجد مفضلة بعد', text: 'اضغط على رمز القلب عند المكان الذي يعجبك لتجده هنا.' },
    nearby: {
      why: 'شارك موقعك لترى أقرب الأماكن أولًا. نستخدمه لهذه القائمة فقط ولا نحفظه.',
      ask: 'استخدم موقعي',
      notNow: 'ليس الآن',
      locating: 'جارٍ تحديد موقعك…',
      denied: 'لا يمكن لهذا التطبيق معرفة موقعك. يمكنك السماح بذلك من إعدادات الهاتف.',
      unavailable: 'تعذّر على هاتفك تحديد موقعك. حاول بعد قليل، أو في مكان مفتوح.',
    },
  },

  favorite: {
    add: (name) => `إضافة ${apart(name)} إلى المفضلة`,
    remove: (name) => `إزالة ${apart(name)} من المفضلة`,
    added: 'تمت الإضافة إلى المفضلة',
    removed: 'تمت الإزالة من المفضلة',
    failed: 'تعذّر تحديث المفضلة',
  },

  merchant: {
    more: 'المزيد',
    less: 'أقل',
    vouchers: 'القسائم',
    outlets: 'الفروع',
    away: (distance) => `على بُعد ${distance}`,
    map: 'الخريطة',
    mapOf: (name) => `اعرض ${apart(name)} على الخريطة`,
    distances: { why: 'شارك موقعك لمعرفة بُعد كل فرع. لا نحفظه.', ask: 'عرض المسافات' },
    noVouchers: { title: 'لا توجد قسائم حاليًا', text: 'أضف هذا المكان إلى المفضلة لتعرف القسائم الجديدة.' },
    noOutlets: 'لا توجد فروع بعد.',
  },

  voucher: {
    terms: 'الشروط والأحكام',
    atOutlet: (name) => `في ${apart(name)}`,
    claim: 'احصل عليها',
    claiming: 'جارٍ الحصول عليها…',
    claimed: 'أُضيفت إلى محفظتك',
    redeem: 'استخدم',
    addFavorite: 'أضف إلى المفضلة',
    left: (left, of) => `بقي ${format.number(left)} من ${format.number(of)}`,
    once: 'تُستخدم مرة واحدة',
    often: { MONTHLY: 'مرة كل شهر', BIWEEKLY: 'مرة كل أسبوعين' },
    renews: (at) => `تتجدد ${format.isToday(at) ? 'اليوم الساعة' : 'في'} ${format.shortDayOrTime(at)}`,
    usableFrom: (from) => `تُستخدم ابتداءً من ${format.dayOrTime(from)}`,
    usableFromTo: (from, end) => `تُستخدم من ${format.dayOrTime(from)} إلى ${format.lastDayOrTime(end)}`,
    validUntil: (end) => `صالحة حتى ${format.lastDayOrTime(end)}`,
    endsIn: (days, end) =>
      format.plural(days, {
        zero: format.endsToday(end) ? `تنتهي اليوم الساعة ${format.lastDayOrTime(end)}` : 'تنتهي اليوم',
        one: 'تنتهي غدًا',
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
    usedUpUntil: (resets) => `استُخدمت بالكامل. تتوفر مجددًا ${when(format, resets)}`,
    fullyRedeemed: 'نفدت القسائم',
    fullyRedeemedUntil: (resets) => `نفدت القسائم. يتوفر المزيد ${when(format, resets)}`,
    notYet: (from) => `متاحة ابتداءً من ${format.dayOrTime(from)}`,
    expired: (end) =>
      `انتهت صلاحيتها ${format.endsToday(end) ? 'الساعة' : 'في'} ${format.lastDayOrTime(end)}`,
    withdrawn: 'لم تعد متاحة',
    favoritesOnly: 'للمفضلة فقط',
  },

  redeem: {
    title: 'استخدام القسيمة',
    checking: 'لحظة من فضلك…',
    chooseOutlet: 'في أي فرع أنت؟',
    notReady: 'غير مهيأ للقسائم بعد',
    changeOutlet: 'تغيير الفرع',
    noOutlets: {
      title: 'لا يوجد فرع يقبلها الآن',
      text: 'لا يمكن استخدام هذه القسيمة في أي من فروعها حاليًا. تفقّد مرة أخرى لاحقًا.',
    },
    beforeYouRedeem: 'قبل أن تستخدمها',
    cannotRedeem: 'لا يمكنك استخدامها الآن',
    claim: 'احصل عليها الآن',
    addFavorite: 'أضف إلى المفضلة',
    location: {
      nearestWhy: 'شارك موقعك لترى أقرب فرع أولًا ولتأكيد أنك هناك. نحفظه مع عملية الاستخدام هذه فقط.',
      title: (outlet: string) => `هل أنت في ${apart(outlet)}؟`,
      why: 'يؤكد موقعك أنك هناك. نحفظه مع عملية الاستخدام هذه ولا نستخدمه لأي غرض آخر.',
      use: 'استخدم موقعي',
      without: 'المتابعة بدون الموقع',
      review: 'يمكنك استخدام القسيمة، وسيراجعها الموظفون لاحقًا.',
      locating: 'جارٍ تحديد موقعك…',
      again: 'تحقّق مجددًا',
      denied: 'لا يمكن لهذا التطبيق معرفة موقعك. يمكنك السماح بذلك من إعدادات الهاتف.',
      unavailable: 'تعذّر على هاتفك تحديد موقعك. جرّب بالقرب من نافذة أو في مكان مفتوح.',
      too_slow: 'يستغرق تحديد موقعك وقتًا أطول من المعتاد. انتظر قليلًا، أو تابع بدون الموقع.',
      accuracy: (accuracy: string) => `قد يصل الخطأ في موقع هاتفك إلى ${accuracy}.`,
    },
    handOver: {
      title: 'سلّم هاتفك إلى الموظف',
      enterPin: 'للموظف: أدخل رمز PIN الخاص بالفرع',
      keypad: 'لوحة إدخال رمز PIN',
      digits: (count: number) => `تم إدخال ${format.number(count)} من ${format.number(4)} أرقام`,
      delete: 'حذف آخر رقم',
      sending: 'جارٍ الاستخدام…',
      withoutLocation: 'بدون موقع: ستُحال إلى المراجعة',
    },
    unanswered: {
      title: 'في انتظار التأكيد',
      text: 'لم يصلنا رد، ولا نعرف بعد هل نجحت العملية. أبقِ هذه الشاشة مفتوحة: سنعيد المحاولة تلقائيًا، ولن تُحتسب إلا مرة واحدة.',
      asking: 'جارٍ إعادة المحاولة…',
      waiting: 'سنعيد المحاولة عند عودة الاتصال.',
      left: 'ما زلنا ننتظر تأكيد استخدام القسيمة.',
      answered: 'تم استخدام قسيمتك. ستجدها في محفظتك.',
    },
    retryIn: 'أعد المحاولة بعد',
    retryNow: 'يمكنك المحاولة الآن.',
    done: {
      title: 'تم الاستخدام',
      code: 'الرمز',
      copy: 'نسخ الرمز',
      copied: 'تم نسخ الرمز',
      notCopied: 'تعذّر نسخ الرمز. يُرجى قراءته.',
      qr: 'رمز QR',
      noCode: 'لا حاجة إلى رمز. هذه الشاشة هي إثباتك.',
      at: (moment: string) => `تم الاستخدام في ${moment}`,
      now: 'الوقت الحالي',
      saved: (amount: string) => `وفّرت ${apart(amount)}`,
      used: 'مستخدمة',
      flagged: 'قيد المراجعة',
      flaggedWhy:
        'تُحتسب القسيمة مستخدمة. ولأن الموقع لم يُشارَك، فقد تُراجَع العملية لاحقًا. لا يلزمك فعل أي شيء.',
      finish: 'تم',
      wallet: 'عرض في المحفظة',
    },
  },

  wallet: {
    title: 'المحفظة',
    views: 'عرض',
    vouchers: 'القسائم',
    history: 'السجل',
    ready: 'جاهزة للاستخدام',
    favorite: 'للمفضلة فقط',
    notYet: 'متاحة لاحقًا',
    fullyRedeemed: 'نفدت القسائم',
    usedUp: 'استُخدمت بالكامل',
    expired: 'منتهية الصلاحية',
    withdrawn: 'لم تعد متاحة',
    withdrawnWhy: 'لم تعد تُقدَّم، فلا يمكن استخدامها',
    unknown: 'تعذّر التحقق منها',
    unknownWhy: 'تعذّر تحميل ما بقي من هذه القسائم.',
    others: 'قسائم أخرى',
    empty: { title: 'محفظتك فارغة', text: 'احصل على قسيمة تعجبك وستجدها هنا.' },
    noHistory: { title: 'لم تستخدم أي قسيمة بعد', text: 'تُحفظ هنا القسائم التي تستخدمها مع رموزها.' },
    browse: 'ابحث عن قسائم',
    more: 'عرض الأقدم',
    moreFailed: 'تعذّر تحميل العمليات الأقدم.',
    redemption: 'تفاصيل الاستخدام',
    noRedemption: {
      title: 'لم نجد هذا الاستخدام',
      text: 'إنه غير موجود في سجلك. تجد القسائم التي استخدمتها في محفظتك.',
    },
    voided: 'ملغاة',
    voidedWhy: (moment) => `أُلغيت هذه العملية في ${moment}. لا تُحتسب عليك، ولم يعد رمزها صالحًا.`,
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
  const busy = { title: 'سنعود بعد لحظات', text: 'هناك ضغط كبير الآن. حاول مجددًا بعد قليل.' }
  const withdrawn = { title: 'لم تعد متاحة', text: 'لم تعد هذه القسيمة متوفرة.' }
  return {
    unreachable: {
      title: 'لا يوجد اتصال',
      text: 'تعذّر الاتصال بالخادم. تحقّق من اتصالك بالإنترنت وحاول مجددًا.',
    },
    not_sent: {
      title: 'أنت غير متصل بالإنترنت',
      text: 'أنت غير متصل بالإنترنت، فلم يُرسل شيء. اتصل بالإنترنت ثم أدخل رمز PIN مجددًا.',
    },
    validation_failed: wrong,
    request_timeout: wrong,
    payload_too_large: wrong,
    uri_too_long: wrong,
    unsupported_media_type: wrong,
    internal_error: wrong,
    unavailable: busy,
    keys_unavailable: busy,
    not_found: { title: 'غير متاح', text: 'لا يقدّم هذا المكان قسائم حاليًا.' },

    missing_token: link,
    invalid_token: link,
    headers_too_large: link,
    token_expired: {
      title: 'انتهت جلستك',
      text: 'حفاظًا على أمانك تنتهي الجلسات بعد مدة. عُد إلى التطبيق الذي أتيت منه وافتح قسائمك من جديد.',
    },
    partner_disabled: {
      title: 'القسائم متوقفة',
      text: 'لا يقدّم التطبيق الذي أتيت منه قسائم حاليًا. يُرجى التواصل مع فريق الدعم لديه.',
    },
    user_not_found: {
      title: 'أُغلق هذا الحساب',
      text: 'أُغلقت قسائمك مع حسابك. إن كان ذلك خطأ، فتواصل مع فريق دعم التطبيق الذي أتيت منه.',
    },

    merchant_not_found: { title: 'لم يعد متاحًا', text: 'لم يعد هذا المكان يقدّم قسائم.' },
    merchant_inactive: { title: 'غير متاح', text: 'لا يقدّم هذا المكان قسائم حاليًا.' },
    merchant_out_of_scope: { title: 'ليس في تطبيقك', text: 'لا يقدّم تطبيقك قسائم هذا المكان.' },
    voucher_not_found: withdrawn,
    voucher_inactive: withdrawn,
    voucher_out_of_scope: { title: 'ليست في تطبيقك', text: 'لا يقدّم تطبيقك هذه القسيمة.' },
    voucher_not_claimable: {
      title: 'لا حاجة إلى الحصول عليها',
      text: 'يمكنك استخدام هذه القسيمة عند الدفع مباشرة.',
    },

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
      text: 'اختلطت هذه المحاولة بأخرى ولم تُستخدم بها أي قسيمة. ابدأ من جديد.',
    },
    outlet_not_found: { title: 'الفرع غير موجود', text: 'لم يعد هذا الفرع موجودًا. اختر فرعًا آخر.' },
    voucher_not_yet_valid: { title: 'لم تبدأ صلاحيتها', text: 'لا يمكن استخدام هذه القسيمة بعد. عُد لاحقًا.' },
    voucher_expired: { title: 'منتهية الصلاحية', text: 'انتهت صلاحية هذه القسيمة.' },
    voucher_not_valid_at_outlet: {
      title: 'ليس في هذا الفرع',
      text: 'لا يمكن استخدام هذه القسيمة هنا. اختر فرعًا آخر.',
    },
    outlet_inactive: { title: 'الفرع غير متاح', text: 'لا يقبل هذا الفرع القسائم حاليًا. اختر فرعًا آخر.' },
    outlet_pin_not_set: {
      title: 'الفرع غير جاهز',
      text: 'لم يُجهَّز هذا الفرع للقسائم بعد. اختر فرعًا آخر، أو اسأل الموظفين.',
    },
    invalid_pin: {
      title: 'رمز PIN غير صحيح',
      text: 'ليس هذا رمز PIN الخاص بالفرع. للموظف: يُرجى إدخاله مجددًا.',
    },
    too_far: {
      title: 'أنت بعيد جدًا',
      text: (facts) =>
        facts?.distanceMeters === undefined || facts.maxMeters === undefined
          ? 'لا يمكن استخدام القسائم إلا في الفرع. اذهب إليه وحاول مجددًا.'
          : `أنت على بُعد ${format.distance(facts.distanceMeters)} من الفرع. اقترب إلى مسافة ${format.distance(facts.maxMeters)} وحاول مجددًا.`,
    },
    not_a_favorite: { title: 'للمفضلة فقط', text: 'أضف هذا المكان إلى المفضلة لاستخدام القسيمة.' },
    no_claim: { title: 'احصل عليها أولًا', text: 'أضف هذه القسيمة إلى محفظتك لاستخدامها.' },
    voucher_not_yet_applicable: {
      title: 'ليس بعد',
      text: (facts) =>
        facts?.applicableFrom === undefined
          ? 'لا يمكن استخدام هذه القسيمة بعد.'
          : `يمكنك استخدام هذه القسيمة ابتداءً من ${format.moment(facts.applicableFrom)}.`,
    },
    voucher_no_longer_applicable: {
      title: 'منتهية الصلاحية',
      text: (facts) =>
        facts?.applicableUntil === undefined
          ? 'انتهت صلاحية هذه القسيمة.'
          : `انتهت صلاحية هذه القسيمة في ${format.moment(facts.applicableUntil)}.`,
    },
    limit_reached: {
      title: 'استُخدمت بالكامل',
      text: (facts) =>
        facts?.resetsAt
          ? `بلغت الحد المسموح حاليًا. تتوفر هذه القسيمة مجددًا في ${format.moment(facts.resetsAt)}.`
          : 'بلغت الحد المسموح لهذه القسيمة.',
    },
    global_cap_reached: {
      title: 'نفدت القسائم',
      text: (facts) =>
        facts?.resetsAt
          ? `استُخدمت كل هذه القسائم. يتوفر المزيد في ${format.moment(facts.resetsAt)}.`
          : 'استُخدمت كل هذه القسائم.',
    },
    codes_exhausted: { title: 'لم تبقَ رموز', text: 'وُزّعت كل رموز هذه القسيمة. تفقّد مرة أخرى لاحقًا.' },
    code_generation_failed: { title: 'تعذّر إنشاء الرمز', text: 'لم تُستخدم أي قسيمة. حاول مجددًا.' },
  }
}
