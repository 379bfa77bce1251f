import { plural } from '../../time/numbers.ts'
import type * as english from '../sandbox.ts'
import type { WordsOf } from '../words-of.ts'

export const SANDBOX_WORDS: WordsOf<typeof english.SANDBOX_WORDS> = {
  title: '测试副本',
  text: '有自己的商户、用户和时钟的测试合作伙伴。其数据不计入统计，也没有真实用户。',
  none: '还没有测试副本。',
  create: '创建测试副本',
  createdTitle: '测试副本已就绪',
  createdText: (slug) => `${slug} 的签名密钥，下方是用于查询的 API 密钥。`,
  slug: '标识名',
  issuer: '令牌签发方',
  clock: '其时钟',
  realTime: '真实时间',
  failing: '将失败的尝试次数',
  copyKeys: '复制我的正式公钥',
  copyKeysTitle: '复制正式合作伙伴的公钥？',
  copyKeysConsequence: (slug, issuer) =>
    `${slug} 将获得正式合作伙伴的 JWKS URL 或公钥及其受众，替换现有公钥。您的令牌只要签发方是 ${issuer}，即可在那里使用。`,
  keysCopied: '公钥已复制。',
  advance: '时钟快进',
  durations: { P1D: '一天', P1W: '一周', P1M: '一个月', P1Y: '一年' },
  move: '快进',
  moved: '时钟已调整。',
  resetClock: '恢复真实时间',
  failNext: '让接下来的尝试失败',
  fail: '使其失败',
  failed: (count) => plural(count, { other: '接下来的 # 次尝试将失败。' }),
  retryNow: '立即重试等待中的推送',
  retried: (count) => plural(count, { other: '正在发送 # 个推送。' }),
  reset: '重置沙盒',
  resetTitle: '重置沙盒？',
  resetConsequence: (slug) =>
    `${slug} 的所有用户、领取记录、兑换记录和事件都会删除，场景和时钟会还原。此操作无法撤销。`,
  wasReset: '沙盒已清空。',
}
