import type * as english from '../second-factor.ts'
import type { WordsOf } from '../words-of.ts'

export const SECOND_FACTOR_WORDS: WordsOf<typeof english.SECOND_FACTOR_WORDS> = {
  intro: {
    PASSKEY: '密码正确。请用通行密钥确认。',
    TOTP: '请输入验证器应用中的 6 位验证码。',
    RECOVERY_CODE: '请输入您保存的一个恢复码。每个只能使用一次。',
  },
  label: { TOTP: '验证码', RECOVERY_CODE: '恢复码' },
  use: {
    PASSKEY: '使用通行密钥',
    TOTP: '使用验证器应用',
    RECOVERY_CODE: '使用恢复码',
  },
  wrong: {
    TOTP: '验证码错误，或已被使用。请等待应用显示下一个验证码。',
    RECOVERY_CODE: '恢复码错误，或已被使用。每个只能使用一次。',
  },
  startAgain: '重新开始',
}
