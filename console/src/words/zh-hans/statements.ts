import { formatNumber, plural } from '../../time/numbers.ts'
import type * as english from '../statements.ts'
import type { WordsOf } from '../words-of.ts'

export const STATEMENT_WORDS: WordsOf<typeof english.STATEMENT_WORDS> = {
  title: '对账单',
  back: '← 对账单',
  month: '月份',
  previousMonth: '上个月',
  nextMonth: '下个月',
  open: '未结账：数字为实时统计，仍可能变化。',
  closedAt: '已结账',
  closedText: '这些数字不再变化。以后的变化作为之后月份的调整。',
  totals: '合计',
  withoutValue: '无价值',
  redemptions: (count) => plural(count, { other: '# 次兑换' }),
  unreviewed: '未审核',
  unreviewedHint: (count, isWhole) =>
    isWhole
      ? plural(count, { other: '# 条已标记的兑换记录尚未审核，按全额计入。' })
      : plural(count, { other: '本页有 # 条已标记的兑换记录尚未审核，按全额计入。' }),
  merchant: '商户',
  partner: '合作伙伴',
  voucher: '优惠券',
  number: '编号',
  value: '价值',
  noValue: '无',
  redeemed: '已兑换',
  voided: '已作废',
  rejected: '已驳回',
  adjustments: '调整',
  net: '净额',
  total: '合计',
  none: '本月没有兑换。',
  show: (what, voucher) => `${what}：${voucher}`,

  adjustmentsTitle: '调整',
  adjustmentsOf: (month) => `计入${month}。其所属月份已结账。`,
  noAdjustments: '结账后没有变化。',
  redemption: '兑换记录',
  redemptionMonth: '所属月份',
  kind: '变化内容',
  when: '时间',
  count: '变化',

  close: '本月结账',
  closeTitle: (month) => `将${month}结账？`,
  closeConsequence:
    '所有商户和合作伙伴的对账单将固定并获得编号。此后，本月兑换记录的作废和审核作为下一个未结账月份的调整。此操作无法撤销。',
  closableFrom: '该月在所有使用的时区结束一小时后可以结账：',
  closed: (month, count) => `${month}已结账：${formatNumber(count)} 份对账单。`,
  closedUnreviewed: (count) => plural(count, { other: '结账时有 # 条兑换记录未审核。' }),

  paper: '打印',
  print: '打印或另存为 PDF',
  tooManyRows: (rows) => plural(rows, { other: '超过 # 行。请先选择商户或合作伙伴。' }),
  draft: '草稿：本月未结账',
  statementNumber: (number) => `对账单编号 ${number}`,
  registration: (number) => `注册号 ${number}`,
  noIssuer: '抬头为空。管理员可在“设置”中填写。',
  period: '期间',
  periodIn: ({ month, first, last, zone }) => `${month}：${first}至${last}（${zone}）`,
  closedOn: '结账日期',
  printedOn: '打印日期',
  sum: '总计',
  unreviewedNote: (count) => plural(count, { other: '其中 # 条已标记的兑换记录尚未审核，按全额计入。' }),
  adjustmentsNote: '以前月份的调整',
}

export const STATEMENT_STATE_WORDS: WordsOf<typeof english.STATEMENT_STATE_WORDS> = {
  OPEN: '未结账',
  CLOSED: '已结账',
}

export const ADJUSTMENT_WORDS: WordsOf<typeof english.ADJUSTMENT_WORDS> = {
  VOIDED: '结账后作废',
  REJECTED: '结账后驳回',
  ACCEPTED: '结账后通过',
  LATE: '延迟记录',
}

export const STATEMENT_SETTINGS_WORDS: WordsOf<typeof english.STATEMENT_SETTINGS_WORDS> = {
  title: '对账单',
  intro: '打印对账单的抬头，以及每月的结账时间。',
  hint: '每行一条，最多六行。',
  logoHint: '打印在左上角。',
  closeOnDayHint: '次月 2 至 28 日中的一天（UTC）。如由人员结账，请留空。',
  saved: '对账单设置已保存。',
}

export const STATEMENT_SETTINGS_LABELS: WordsOf<typeof english.STATEMENT_SETTINGS_LABELS> = {
  name: '出具方名称',
  addressLines: '地址',
  registrationNumber: '注册号',
  logoPath: '标志',
  closeOnDay: '每月结账日',
}
