import type * as english from '../audit.ts'
import type { WordsOf } from '../words-of.ts'

export const AUDIT_WORDS: WordsOf<typeof english.AUDIT_WORDS> = {
  title: '审计',
  when: '时间',
  who: '操作者',
  what: '内容',
  search: '搜索：cap、published、Kopi…',
  person: '操作者',
  kind: '记录类型',
  record: '记录名称',
  entry: '条目',
  open: '显示条目',
  openOf: (summary) => `显示条目：${summary}`,
  change: '更改',
  field: '字段',
  before: '更改前',
  after: '更改后',
  notShown: '不显示',
  raw: '原始条目',
  csv: '导出为 CSV',
  none: '还没有任何更改。',
}

export const ACTOR_WORDS: WordsOf<typeof english.ACTOR_WORDS> = {
  key: 'API 密钥',
  staff: '员工',
  cli: '命令行',
  system: '系统',
  partner: '合作伙伴',
}

export const AUDIT_KIND_WORDS: WordsOf<typeof english.AUDIT_KIND_WORDS> = {
  partner: '合作伙伴',
  merchant: '商户',
  outlet: '门店',
  voucher: '优惠券',
  category: '分类',
  staff: '员工',
  key: 'API 密钥',
  user: '用户',
  redemption: '兑换记录',
  delivery: '推送',
  image: '图片',
  featured: '精选商户',
  settings: '设置',
  maintenance: '维护',
  installation: '安装',
  month: '月份',
  alert_destination: '警报接收方',
  bulk: '批量任务',
  audit: '审计条目',
}
