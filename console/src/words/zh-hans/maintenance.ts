import type * as english from '../maintenance.ts'
import type { WordsOf } from '../words-of.ts'

export const MAINTENANCE_WORDS: WordsOf<typeof english.MAINTENANCE_WORDS> = {
  title: '维护',
  isOn: '维护已开启：无法更改、领取或兑换',
  since: '开始于',
  until: '结束于',
  noEnd: '直至有人关闭',
  by: (name) => `由${name}开启`,
  message: '给用户的消息：',
  intro: '用户、合作伙伴和员工仍可查看，但任何人都不能更改。此前的兑换仍会得到回应，webhook 仍会发送。',
  readOnly: '维护已关闭。只有管理员可以开启。',
  length: '持续时间',
  lengths: {
    '15': '15 分钟',
    '30': '30 分钟',
    '60': '1 小时',
    '120': '2 小时',
    '240': '4 小时',
    none: '直至有人关闭',
  },
  messageLabel: '给用户的消息',
  messageHint: '选填，纯文本。应用会用用户的语言说明优惠券暂时无法使用。',
  turnOn: '开启维护',
  turnOff: '关闭维护',
  confirmTitle: '开启维护？',
  consequence: '2 秒内，将无法领取或兑换优惠券，这里也无法作任何更改。',
  turnedOn: '维护已开启。',
  turnedOff: '维护已关闭。',
}
