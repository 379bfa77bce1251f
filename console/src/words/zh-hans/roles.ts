import type * as english from '../roles.ts'
import type { WordsOf } from '../words-of.ts'

export const ROLE_WORDS: WordsOf<typeof english.ROLE_WORDS> = {
  admin: '管理员',
  support: '客服',
  viewer: '只读',
  merchant: '商户',
  partner: '合作伙伴',
  'partner-support': '合作伙伴客服',
}
