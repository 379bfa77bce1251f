import { plural } from '../../time/numbers.ts'
import type * as english from '../factors.ts'
import type { WordsOf } from '../words-of.ts'

export const TOTP_WORDS: WordsOf<typeof english.TOTP_WORDS> = {
  title: '验证器应用',
  intro: '输入密码后，再输入手机应用显示的 6 位验证码。',
  off: '未设置',
  since: '设置于',
  setUp: '设置',
  setUpTitle: '设置验证器应用',
  scan: '1. 用应用扫描此二维码。',
  scanLabel: '验证器应用的二维码',
  typeInstead: '没有相机？请在应用中输入此密钥：',
  copyKey: '复制密钥',
  confirm: '2. 输入应用显示的验证码。',
  code: '验证码',
  confirmAction: '确认',
  wrong: '验证码错误或已过时。请输入应用当前显示的验证码，并检查手机时间。',
  ends: '您的其他会话都会结束。',
  done: '验证器应用已设置。',
  remove: '移除',
  removeTitle: '移除验证器应用？',
  removeConsequence: '登录时不再要求其验证码。您的其他会话都会结束。',
  removeLastConsequence:
    '这是您唯一的第二重验证：移除后仅凭密码即可登录，恢复码也会失效。您的其他会话都会结束。',
  removed: '验证器应用已移除。',
}

export const RECOVERY_WORDS: WordsOf<typeof english.RECOVERY_WORDS> = {
  title: '恢复码',
  intro: '供手机或通行密钥丢失时使用。每个恢复码可代替第二重验证一次。',
  left: (count) => plural(count, { other: '剩余 # 个恢复码' }),
  few: '请创建新的恢复码，以免设备丢失后无法登录。',
  create: '创建新恢复码',
  createTitle: '创建新恢复码？',
  createConsequence: (left) =>
    left === 0
      ? '您将获得十个恢复码，只显示一次。'
      : plural(left, { other: '您将获得十个恢复码，只显示一次。现有的 # 个恢复码会失效。' }),
  needsFactor: '请先添加通行密钥或验证器应用。',
  shownTitle: '保存您的恢复码',
  shownText: '无法使用通行密钥或验证器应用时，每个恢复码可使用一次。请与密码保存在一起。',
  copyAll: '全部复制',
  download: '下载',
  fileName: 'counterfoil-recovery-codes.txt',
  fileHeading: (email) => `${email} 的 Counterfoil 恢复码。每个只能使用一次。`,
}

export const ADD_FACTOR_WORDS: WordsOf<typeof english.ADD_FACTOR_WORDS> = {
  title: '添加第二重验证',
  text: '管理员要求您的角色使用第二重验证。请添加通行密钥或验证器应用后继续。',
}
