import { plural } from '../../time/numbers.ts'
import type * as english from '../sessions.ts'
import type { WordsOf } from '../words-of.ts'

export const SESSION_WORDS: WordsOf<typeof english.SESSION_WORDS> = {
  title: '会话',
  device: '设备',
  unknownDevice: '未知设备',
  method: '登录方式',
  methods: { PASSWORD: '密码', PASSKEY: '通行密钥', SSO: '单点登录' },
  lastUsed: '上次使用',
  actions: '操作',
  current: '当前会话',
  end: '结束',
  endOf: (device, address) => `结束 ${device}（${address}）的会话`,
  ended: (device) => `${device} 的会话已结束。`,
  ends: (at) => `此会话将于 ${at} 结束，或在 12 小时未使用后结束。`,
  everywhere: '在所有设备上退出登录',
  everywhereTitle: '在所有设备上退出登录？',
  everywhereConsequence: (count) =>
    plural(count, { other: '所有设备上的全部 # 个会话立即结束，包括当前会话。' }),
}
