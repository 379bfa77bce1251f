import { formatNumber } from '../../time/numbers.ts'
import type * as english from '../requests.ts'
import type { WordsOf } from '../words-of.ts'

export const REQUEST_WORDS: WordsOf<typeof english.REQUEST_WORDS> = {
  title: '失败的请求',
  one: '失败的请求',
  back: '← 失败的请求',
  below: '过去 7 天内合作伙伴及其用户失败的调用，最新的在前。新的会自动出现。',
  when: '时间',
  partner: '合作伙伴',
  noPartner: '未知',
  call: '调用',
  response: '响应',
  user: '用户',
  noUser: '未知',
  reason: '原因',
  duration: '耗时',
  milliseconds: (ms) => `${formatNumber(ms)} 毫秒`,
  status: '状态',
  clientErrors: '所有 4xx',
  serverErrors: '所有 5xx',
  code: '错误代码',
  route: '路由',
  requestId: '请求 id',
  newness: '部署',
  onlyNew: '仅上次部署后新出现的',
  none: '过去 7 天内没有失败的请求。',
  lastRequests: '最近失败的请求',
  allRequests: '全部失败的请求',
  showRequest: '查看请求',
  help: '如何解决此错误',
  facts: '关于此请求',
  surface: '发送方',
  refusal: '被拒绝的兑换',
  outlet: '门店',
  noDistance: '未知',
  further: '日志与跟踪',
  traceId: '跟踪 id',
  notTraced: '未跟踪',
  openTrace: '打开跟踪',
  notRecorded: '没有此 id 的失败请求。失败的请求保留 7 天，成功的请求不作记录。',
  searchRefusals: '在被拒绝的尝试中搜索此 id',
}

export const SURFACE_WORDS: WordsOf<typeof english.SURFACE_WORDS> = {
  integration: '合作伙伴的后端',
  consumer: '用户的应用',
}
