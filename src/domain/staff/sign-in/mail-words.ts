import type { StaffLanguage } from '@counterfoil/contract/shapes/staff-language.ts'

export type MailPurpose = 'INVITE' | 'RESET'

type MailWords = Record<MailPurpose, { subject: string; request: string }> & {
  hello: (name: string) => string
  until: (time: string) => string
  ignore: string
}

/** The e-mails with a link, in the language of the person who gets them. */
export const MAIL_WORDS: Record<StaffLanguage, MailWords> = {
  en: {
    INVITE: {
      subject: 'Your invitation to Counterfoil',
      request: 'You have been invited to Counterfoil. Open this link to choose your password:',
    },
    RESET: {
      subject: 'Choose a new password for Counterfoil',
      request: 'Open this link to choose a new password for Counterfoil:',
    },
    hello: (name) => `Hello ${name},`,
    until: (time) => `The link works once, until ${time}.`,
    ignore: 'If you did not expect this e-mail, you can ignore it.',
  },
  ms: {
    INVITE: {
      subject: 'Jemputan anda ke Counterfoil',
      request: 'Anda dijemput ke Counterfoil. Buka pautan ini untuk memilih kata laluan anda:',
    },
    RESET: {
      subject: 'Pilih kata laluan baharu untuk Counterfoil',
      request: 'Buka pautan ini untuk memilih kata laluan baharu bagi Counterfoil:',
    },
    hello: (name) => `Helo ${name},`,
    until: (time) => `Pautan ini berfungsi sekali sahaja, hingga ${time}.`,
    ignore: 'Jika anda tidak menjangkakan e-mel ini, anda boleh mengabaikannya.',
  },
  'zh-Hans': {
    INVITE: {
      subject: '您受邀使用 Counterfoil',
      request: '您受邀使用 Counterfoil。请打开此链接设置密码：',
    },
    RESET: {
      subject: '为 Counterfoil 设置新密码',
      request: '请打开此链接，为 Counterfoil 设置新密码：',
    },
    hello: (name) => `${name}，您好：`,
    until: (time) => `此链接只能使用一次，有效期至 ${time}。`,
    ignore: '如果您并未期待这封邮件，可以忽略它。',
  },
  ar: {
    INVITE: {
      subject: 'دعوتك إلى Counterfoil',
      request: 'لقد دُعيت إلى Counterfoil. افتح هذا الرابط لاختيار كلمة المرور:',
    },
    RESET: {
      subject: 'اختر كلمة مرور جديدة لـ Counterfoil',
      request: 'افتح هذا الرابط لاختيار كلمة مرور جديدة لـ Counterfoil:',
    },
    hello: (name) => `مرحبًا \u2068${name}\u2069،`,
    until: (time) => `يعمل الرابط مرة واحدة فقط، حتى \u2068${time}\u2069.`,
    ignore: 'إذا لم تكن تتوقع هذه الرسالة، فيمكنك تجاهلها.',
  },
}
