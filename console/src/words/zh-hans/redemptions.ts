import { formatNumber } from '../../time/numbers.ts'
import type * as english from '../redemptions.ts'
import type { WordsOf } from '../words-of.ts'

export const REDEMPTION_WORDS: WordsOf<typeof english.REDEMPTION_WORDS> = {
  title: '兑换记录',
  one: '兑换记录',
  back: '← 兑换记录',
  when: '时间',
  voucher: '优惠券',
  user: '用户',
  merchant: '商户',
  outlet: '门店',
  partner: '合作伙伴',
  status: '状态',
  flagReason: '标记原因',
  reviewed: '审核',
  isReviewed: '已审核',
  voidedFilter: '作废',
  isVoided: '已作废',
  notVoided: '未作废',
  rejectedOnly: '已驳回，未作废',
  notReviewed: '未审核',
  distance: '距离',
  meters: (meters) => `${formatNumber(meters)} 米`,
  noDistance: '未知',
  code: '券码',
  noCode: '无',
  value: '价值',
  noValue: '无',
  statementMonth: '对账单月份',
  outcome: '审核结果',
  none: '还没有兑换记录。',
  voided: '已作废',
  facts: '关于此兑换记录',
  cycle: '计入周期',
  oneTime: '用户总次数',
  position: '设备位置',
  positionOf: (lat, lng, accuracy) =>
    accuracy === null ? `${lat}, ${lng}` : `${lat}, ${lng}（± ${accuracy} 米）`,
  noPosition: '未共享位置',
  voidedAt: '作废时间',
  voidReason: '原因',
  review: '审核',
  reviewedBy: (outcome, name) => `${outcome}，审核人：${name}`,
  reviewNote: '备注',
  deliveries: 'Webhook 推送',
  noDeliveries: '没有发送 webhook，或发送已超过 30 天。',
  deliveryEvent: '事件',
  deliveryState: '状态',
  attempts: '尝试次数',
  lastResponse: '最近响应',
  noResponse: '无',
  void: '作废',
  voidTitle: '作废此兑换记录？',
  voidConsequence: (voucher, user) =>
    `${user} 可再使用“${voucher}”1 次，该优惠券的总上限也恢复 1 次。合作伙伴会收到通知和您的原因。已发出的券码不会退回券码库。此操作无法撤销。`,
  voidReasonHint: '合作伙伴会看到。',
  voidAction: '作废兑换记录',
  voidDone: (voucher) => `“${voucher}”的兑换记录已作废。`,
  alreadyVoided: '此记录已作废。',
}

export const REVIEW_WORDS: WordsOf<typeof english.REVIEW_WORDS> = {
  title: '待审核',
  below: '未核实距离的兑换记录。它们已计入，审核只记录您的决定。',
  position: (index, count, isMore) =>
    isMore
      ? `第 ${formatNumber(index)} 条，共 ${formatNumber(count)}+ 条`
      : `第 ${formatNumber(index)} 条，共 ${formatNumber(count)} 条`,
  done: '没有待审核的记录。',
  previous: '上一条',
  next: '下一条',
  accept: '通过',
  reject: '驳回',
  rejectAndVoid: '驳回并作废',
  rejectAndVoidTitle: '驳回并作废此兑换记录？',
  rejectedAndVoided: (user) => `${user} 的兑换记录已驳回并作废。`,
  asList: '以列表显示',
  keys: '快捷键：j 下一条，k 上一条，a 通过，r 驳回，v 驳回并作废',
  note: '备注（选填）',
  accepted: (user) => `${user} 的兑换记录已通过。`,
  rejected: (user) => `${user} 的兑换记录已驳回。它仍计入；如不应计入，请作废。`,
  userDay: '此用户当天的其他活动',
  outletDay: '此门店当天的其他活动',
  outcome: '结果',
  nothingElse: '没有其他活动。',
  dayIn: (day, zone) => `${day}，${zone}`,
  more: '只显示最新的。',
  open: '打开兑换记录',
}

export const STATUS_WORDS: WordsOf<typeof english.STATUS_WORDS> = {
  SUCCESS: '已兑换',
  FLAGGED: '已标记',
}

export const FLAG_REASON_WORDS: WordsOf<typeof english.FLAG_REASON_WORDS> = {
  outlet_not_geolocated: '门店没有坐标',
  gps_unavailable: '设备未共享位置',
}

export const OUTCOME_WORDS: WordsOf<typeof english.OUTCOME_WORDS> = {
  ACCEPTED: '已通过',
  REJECTED: '已驳回',
}
