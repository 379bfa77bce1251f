import type * as english from '../devices.ts'
import type { WordsOf } from '../words-of.ts'

export const DEVICE_WORDS: WordsOf<typeof english.DEVICE_WORDS> = {
  title: '设备',
  intro: '柜台上扫描顾客券码的平板电脑或手机，无需账户。',
  none: '还没有设备。',
  add: '添加设备',
  addTitle: '添加设备',
  addAction: '创建链接',
  labels: { name: '名称，例如“收银台平板”' },
  linkTitle: '在设备上打开此链接',
  linkText: '用设备扫描图片，或将链接发给它。链接 15 分钟内有效，只能使用一次。',
  linkLabel: '链接的二维码',
  waiting: '等待打开链接',
  lastUsed: '上次使用',
  revoke: '撤销',
  revokeNamed: (name) => `撤销“${name}”`,
  revokeTitle: (name) => `撤销“${name}”？`,
  revokeConsequence: '它将不能再确认券码。如需重新使用，请用新链接添加。',
  revoked: (name) => `“${name}”已撤销。`,
}
