import type * as english from '../account.ts'
import type { WordsOf } from '../words-of.ts'

export const ACCOUNT_WORDS: WordsOf<typeof english.ACCOUNT_WORDS> = {
  title: '您的账户',
  who: '您',
  name: '姓名',
  saveName: '保存姓名',
  nameSaved: (name) => `您的姓名已改为“${name}”。`,
  changeRest: '如需更改电子邮箱或角色，请联系管理员。',
  language: '语言',
  languageHint: '用于控制台和发给您的邮件。未选择时，控制台跟随浏览器。',
  languageOfBrowser: '跟随浏览器',
  noPassword: '您没有密码，以其他方式登录。如需密码，请向管理员索取链接。',
  onlySingleSignOn: '贵组织仅通过单点登录，不使用密码、通行密钥和验证码。',
  password: '密码',
  passwordIntro: '更改后，您在其他地方的登录都会退出。',
  change: '更改密码',
  changed: '密码已更改，其他会话均已结束。',
  hint: '至少 12 个字符。几个词组合起来容易记住。',
  wrongPassword: '这不是您当前的密码。',
}

export const PASSWORD_LABELS: WordsOf<typeof english.PASSWORD_LABELS> = {
  currentPassword: '当前密码',
  newPassword: '新密码',
}
