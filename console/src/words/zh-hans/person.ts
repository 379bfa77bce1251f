import { plural } from '../../time/numbers.ts'
import type * as english from '../person.ts'
import type { WordsOf } from '../words-of.ts'

export const PERSON_WORDS: WordsOf<typeof english.PERSON_WORDS> = {
  details: '详情',
  email: '电子邮箱',
  sessions: '会话',
  noSessions: '此人目前没有登录。',
  endAll: '全部结束',
  endAllTitle: (name) => `结束“${name}”的所有会话？`,
  endAllConsequence: (count) => plural(count, { other: '# 个会话立即结束。此人可以重新登录。' }),
  allEnded: (name) => `“${name}”的所有会话已结束。`,
  factors: '第二重验证',
  factorsText: '用于丢失手机或通行密钥、且没有剩余恢复码的人员。',
  removeFactors: '移除第二重验证',
  removeFactorsTitle: (name) => `移除“${name}”的第二重验证？`,
  removeFactorsConsequence:
    '通行密钥、验证器应用和恢复码会被移除，所有会话都会结束。此后仅凭密码即可登录。请确认提出请求的确是本人。',
  singleSignOn: '单点登录',
  singleSignOnText: '首次登录会将此人绑定到单点登录服务中的一个账户。如果此人在那里换了新账户，请解除绑定。',
  release: '解除账户绑定',
  releaseTitle: (name) => `解除“${name}”的单点登录账户绑定？`,
  releaseConsequence:
    '所有会话都会结束。下一个以此已验证电子邮箱登录的账户将绑定到此人。请确认该账户确属本人。',
  released: (name) => `“${name}”的单点登录账户绑定已解除。`,
  factorsRemoved: (name) => `“${name}”的第二重验证已移除。`,
}
