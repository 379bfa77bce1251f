import { SENTENCE_LOCALE } from '../../time/language.ts'
import type * as english from '../settings.ts'
import type { WordsOf } from '../words-of.ts'

export const SETTINGS_WORDS: WordsOf<typeof english.SETTINGS_WORDS> = {
  title: '设置',
  secondFactor: '第二重验证',
  intro: '这些角色的人员必须有通行密钥或验证器应用。单点登录视为两重验证。',
  roles: '要求的角色',
  save: '保存',
  changedAt: '上次更改',
  readOnly: '只有管理员可以更改。',
  confirmTitle: '更改哪些角色需要第二重验证？',
  newlyRequired: (roles) =>
    `从现在起，角色为${roles}且没有第二重验证的人员只能先添加。立即生效，包括已登录的会话。`,
  noLongerRequired: (roles) => `角色为${roles}的人员仅凭密码即可登录。`,
  yourself: '您自己还没有第二重验证，因此现在会要求您添加。',
  saved: '设置已保存。',
}

const LIST = new Intl.ListFormat(SENTENCE_LOCALE, { type: 'disjunction' })

export const listWords: typeof english.listWords = (items) => LIST.format(items)
