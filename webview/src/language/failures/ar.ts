import type { Formats } from '../../time/formats.ts'
import { type FailureWords, LONG_WAIT_SECONDS, withMessage } from './failure-words.ts'

const busy = { title: 'سنعود بعد لحظات', text: 'هناك ضغط كبير الآن. حاول مجددًا بعد قليل.' }

export const failures = (format: Formats): FailureWords => ({
  unreachable: {
    title: 'لا يوجد اتصال',
    text: 'تعذّر الاتصال بالخادم. تحقّق من اتصالك بالإنترنت وحاول مجددًا.',
  },
  not_sent: {
    title: 'أنت غير متصل بالإنترنت',
    text: 'أنت غير متصل بالإنترنت، فلم يُرسل شيء. اتصل بالإنترنت ثم أدخل رمز PIN مجددًا.',
  },
  internal_error: { title: 'حدث خطأ ما', text: 'قسائمك بأمان، لكن العملية لم تنجح. حاول مجددًا بعد قليل.' },
  unavailable: busy,
  maintenance: {
    title: 'نُجري أعمال صيانة',
    text: (facts) =>
      withMessage(
        facts?.until
          ? `لا يمكن استخدام القسائم حتى ${format.timeOrMoment(facts.until)}.`
          : 'لا يمكن استخدام القسائم حاليًا. حاول مجددًا بعد بضع دقائق.',
        facts?.message,
      ),
  },
  not_found: { title: 'غير متاح', text: 'لا يقدّم هذا المكان قسائم حاليًا.' },

  invalid_token: {
    title: 'تعذّر تسجيل دخولك',
    text: 'لم يعد هذا الرابط صالحًا. عُد إلى التطبيق الذي أتيت منه وافتح قسائمك من جديد.',
  },
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
  merchant_out_of_scope: { title: 'ليس في تطبيقك', text: 'لا يقدّم تطبيقك قسائم هذا المكان.' },
  voucher_not_found: { title: 'لم تعد متاحة', text: 'لم تعد هذه القسيمة متوفرة.' },
  voucher_out_of_scope: { title: 'ليست في تطبيقك', text: 'لا يقدّم تطبيقك هذه القسيمة.' },
  voucher_not_claimable: {
    title: 'لا حاجة إلى الحصول عليها',
    text: 'يمكنك استخدام هذه القسيمة عند الدفع مباشرة.',
  },

  rate_limited: {
    title: 'محاولات كثيرة',
    text: (facts) => {
      const seconds = facts?.retryAfterSeconds
      if (seconds === undefined) return 'انتظر قليلًا قبل أن تحاول مجددًا.'
      if (seconds > LONG_WAIT_SECONDS) {
        const minutes = format.plural(Math.ceil(seconds / 60), {
          one: 'دقيقة واحدة',
          two: 'دقيقتين',
          few: '# دقائق',
          other: '# دقيقة',
        })
        return `حاول مجددًا الساعة ${format.timeAfter(seconds)} (بعد ${minutes}).`
      }
      return format.plural(seconds, {
        one: 'انتظر ثانية واحدة قبل أن تحاول مجددًا.',
        two: 'انتظر ثانيتين قبل أن تحاول مجددًا.',
        few: 'انتظر # ثوانٍ قبل أن تحاول مجددًا.',
        other: 'انتظر # ثانية قبل أن تحاول مجددًا.',
      })
    },
  },
  partner_limited: {
    title: busy.title,
    text: (facts) => {
      const seconds = facts?.retryAfterSeconds
      if (seconds === undefined) return busy.text
      return format.plural(seconds, {
        one: 'هناك ضغط كبير الآن. حاول مجددًا بعد ثانية واحدة.',
        two: 'هناك ضغط كبير الآن. حاول مجددًا بعد ثانيتين.',
        few: 'هناك ضغط كبير الآن. حاول مجددًا بعد # ثوانٍ.',
        other: 'هناك ضغط كبير الآن. حاول مجددًا بعد # ثانية.',
      })
    },
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
})
