import type * as english from '../text-forms.ts'
import type { WordsOf } from '../words-of.ts'

export const TEXT_FORM_WORDS: WordsOf<typeof english.TEXT_FORM_WORDS> = {
  slug: '1 至 63 个小写字母、数字和连字符，首尾不能是连字符',
  image: '/uploads/ 下的路径或 https 网址',
  color: '#rrggbb 形式的颜色',
  shareUrl: '主机名之后含一个 {path} 的 https 网址',
  origin: '不带路径的 https 源；开发时也可用 http://localhost 或 http://127.0.0.1',
  uuid: 'uuid',
  categorySlug: '大写字母、数字和下划线',
  secret: '32 至 512 个可见的 ASCII 字符',
  languageTag: '语言标记，例如 ms、zh-Hans 或 pt-BR',
  country: '两个字母（ISO 3166-1 alpha-2）',
  timeOfDay: '00:00 至 23:59 之间的时间',
  closingTime: '00:00 至 24:00 之间的时间',
  pin: '正好 4 位数字（0 至 9）',
  amount: '使用小数点的数字，小数点前最多 12 位',
  currency: '三个大写字母（ISO 4217）',
  month: '月份，例如 2026-11',
  value: '金额和货币，例如 5.00 MYR',
  recordId: '记录的类型和 ID',
  email: '电子邮件地址',
  base64url: 'base64url',
  factorCode: '身份验证器应用中的 6 位数字',
  time: '日期和时间',
  date: '日期，例如 2026-12-25',
}
