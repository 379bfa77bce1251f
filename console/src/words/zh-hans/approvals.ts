import type * as english from '../approvals.ts'
import type { WordsOf } from '../words-of.ts'

export const APPROVAL_WORDS: WordsOf<typeof english.APPROVAL_WORDS> = {
  title: '审批',
  one: '申请',
  intro: '等待第二人审批的更改。任何人都不能批准自己的申请。',
  back: '← 审批',
  none: '没有申请。',
  change: '更改',
  record: '记录',
  by: '申请人',
  when: '时间',
  state: '状态',
  expires: '截止',
  decidedBy: '审批人',
  note: '备注',
  noteHint: '选填。申请人会看到。',
  from: '现在',
  to: '批准后',
  fromDecided: '原先',
  toDecided: '申请改为',
  field: '字段',
  facts: '关于此申请',
  changes: '更改内容',
  notShown: '不显示',
  nothing: '–',
  approve: '批准',
  approved: '已批准，更改已生效。',
  reject: '驳回',
  rejected: '已驳回，未作任何更改。',
  withdraw: '撤回',
  withdrawn: '已撤回，未作任何更改。',
  recordChanged: '申请之后记录已有变化，因此无法再批准。可以重新申请。',
  emergency: '运维人员在紧急情况下未经第二人批准直接应用了此更改。',
  own: '这是您的申请，须由他人决定。',
  notYours: '此申请由管理员决定。',
  sent: (summary) => `已提交审批：${summary}。目前未作任何更改。`,
  waiting: '等待审批',
  open: '打开申请',
  badge: (count) => `${count} 项待审批`,
  pinWaits: '此 PIN 获批后立即生效，在此之前旧 PIN 仍有效。',
  pinsWait: '这些 PIN 获批后立即生效，在此之前旧 PIN 仍有效。',
  importWaits: '文件中的 PIN 正在等待审批。',
}

export const APPROVAL_STATE_WORDS: WordsOf<typeof english.APPROVAL_STATE_WORDS> = {
  PENDING: '等待中',
  APPROVED: '已批准',
  REJECTED: '已驳回',
  WITHDRAWN: '已撤回',
  EXPIRED: '7 天后已过期',
  LAPSED: '已失效：记录已变化',
}

export const APPROVAL_KIND_WORDS: WordsOf<typeof english.APPROVAL_KIND_WORDS> = {
  'voucher.publish': '发布优惠券',
  'voucher.schedule': '设置优惠券排期',
  'voucher.update': '更改优惠券',
  'outlet.update': '更改门店',
  'outlet.pins': '设置 PIN',
  'partner.update': '更改合作伙伴',
  'settings.approvals': '关闭审批',
}

export const APPROVAL_SETTINGS_WORDS: WordsOf<typeof english.APPROVAL_SETTINGS_WORDS> = {
  title: '审批',
  intro:
    '开启审批后，以下更改须由第二人批准：每次发布，已发布优惠券的价值、总上限和限制的更改，每个 PIN，以及合作伙伴的 URL、公钥和范围的更改。',
  isOn: '审批已开启',
  isOff: '审批已关闭',
  turnOn: '开启',
  turnOnTitle: '开启审批？',
  turnOnConsequence: '从现在起，这些更改须等待第二人批准。若要关闭审批，也须由另一位管理员批准。',
  turnOff: '关闭',
  turnOffTitle: '申请关闭审批？',
  turnOffConsequence: '须由另一位管理员批准。',
  turnedOn: '审批已开启。',
}
