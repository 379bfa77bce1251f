import { formatNumber, plural } from '../../time/numbers.ts'
import type * as english from '../bulk.ts'
import type { WordsOf } from '../words-of.ts'

type Action = keyof typeof english.BULK_ACTION_WORDS

const RECORDS: Record<Action, string> = {
  REVIEW: '# 条兑换记录',
  VOID: '# 条兑换记录',
  REJECT_AND_VOID: '# 条兑换记录',
  RETRY_DELIVERY: '# 条推送',
  PUBLISH: '# 张优惠券',
  UNPUBLISH: '# 张优惠券',
}

const counted = (action: Action, count: number) => plural(count, { other: RECORDS[action] })

export const BULK_WORDS: WordsOf<typeof english.BULK_WORDS> = {
  title: '批量任务',
  one: '批量任务',
  back: '← 批量任务',
  below: '您最近 30 天的任务。',
  none: '您还没有启动批量任务。请在兑换记录、推送或优惠券列表中选择行。',
  selected: (count) => plural(count, { other: '已选 # 项' }),
  allMatching: (count, isExact) =>
    isExact
      ? plural(count, { other: '符合筛选条件的全部 # 项' })
      : plural(count, { other: '符合筛选条件的全部内容（超过 # 项）' }),
  clear: '清除选择',
  actions: '对所选行的操作',
  asking: '正在计数…',
  ask: (action, verb, count) => `${verb} ${counted(action, count)}？`,
  start: (action, verb, count) => `${verb} ${counted(action, count)}`,
  background: '任务在服务中运行：您可以离开此页面，结果在“批量任务”中查看。',
  reason: '原因',
  note: '备注（选填）',
  progress: (done, total) => `已完成 ${formatNumber(done)}/${formatNumber(total)}。`,
  canLeave: '您可以离开此页面，任务会继续。',
  startedBy: (name) => `启动者：${name}，`,
  state: '状态',
  job: '任务',
  when: '启动时间',
  total: '记录数',
  succeeded: '完成',
  requested: '等待审批',
  refused: '被拒绝',
  failed: '失败',
  cancelled: '未处理',
  facts: '关于此任务',
  results: '结果',
  noResults: '没有结果。',
  record: '记录',
  outcome: '结果',
  why: '原因',
  doneAt: '时间',
  cancel: '取消任务',
  cancelTitle: '取消此任务？',
  cancelConsequence: (open) => plural(open, { other: '# 条记录保持原样。已完成的不会撤回。' }),
  cancelDone: '任务已取消。',
}

export const BULK_ACTION_WORDS: WordsOf<typeof english.BULK_ACTION_WORDS> = {
  REVIEW: '审核',
  VOID: '作废',
  REJECT_AND_VOID: '驳回并作废',
  RETRY_DELIVERY: '重新发送',
  PUBLISH: '发布',
  UNPUBLISH: '下架',
}

export const BULK_VERBS: WordsOf<typeof english.BULK_VERBS> = {
  ...BULK_ACTION_WORDS,
  ACCEPTED: '通过',
  REJECTED: '驳回',
}

export const BULK_CONSEQUENCES: WordsOf<typeof english.BULK_CONSEQUENCES> = {
  REVIEW: '审核只记录您的决定，之后的审核会取代它。',
  VOID: '每位用户恢复相应的使用次数，优惠券的总上限也一并恢复。合作伙伴会收到通知和您的原因。此操作无法撤销。',
  REJECT_AND_VOID: '每条兑换记录都会被驳回并作废。合作伙伴会收到作废通知和您的原因。此操作无法撤销。',
  RETRY_DELIVERY: '全部立即发送，包括已送达的。',
  PUBLISH: '用户立即可见，除非须由第二人批准。首次发布时会通知收藏了该商户的用户。',
  UNPUBLISH: '用户将无法再看到或兑换它们。您可以重新发布。',
}

export const BULK_STATE_WORDS: WordsOf<typeof english.BULK_STATE_WORDS> = {
  RUNNING: '运行中',
  DONE: '已完成',
  CANCELLED: '已取消',
  FAILED: '提前结束',
}

export const BULK_OUTCOME_WORDS: WordsOf<typeof english.BULK_OUTCOME_WORDS> = {
  PENDING: '等待中',
  DONE: '完成',
  REQUESTED: '等待审批',
  REFUSED: '被拒绝',
  FAILED: '失败',
  CANCELLED: '未处理',
}
