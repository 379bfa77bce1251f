import { plural } from '../../time/numbers.ts'
import type * as english from '../translations.ts'
import type { WordsOf } from '../words-of.ts'

export const TRANSLATION_WORDS: WordsOf<typeof english.TRANSLATION_WORDS> = {
  legend: '其他语言',
  intro: '用户的应用请求该语言时显示这些文本。留空的文本按上方原文显示。',
  tag: '语言标签',
  tagHint: '例如 ms 为马来语，zh-Hans 为简体中文，ta 为泰米尔语。',
  add: '添加语言',
  malformed: '这不是语言标签。例如：ms、zh-Hans、pt-BR。',
  known: '此语言已存在。',
  tooMany: (max) => plural(max, { other: '最多 # 种语言' }),
  remove: (language) => `移除${language}`,
  unnamed: '新子分类',
  fieldIn: (field, language) => `${field}（${language}）`,
}
