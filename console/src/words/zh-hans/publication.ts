import { formatNumber } from '../../time/numbers.ts'
import type * as english from '../publication.ts'
import type { WordsOf } from '../words-of.ts'

export const PUBLICATION_WORDS: WordsOf<typeof english.PUBLICATION_WORDS> = {
  checks: '上线前检查',
  met: '完成',
  unmet: '缺少',
  items: {
    '/imagePath': { met: '已有图片', unmet: '请上传图片' },
    '/merchantId': { met: '商户已启用', unmet: '商户未启用' },
    '/outletIds': {
      met: '有启用的门店接受',
      unmet: '没有启用的门店接受：请启用或选择一家',
    },
    '/codeSource': { met: '有可用券码', unmet: '没有可用券码：请上传券码' },
    '/validUntil': { met: '结束时间未过', unmet: '结束时间已过' },
  },
  notifies: (users, merchant) =>
    users === 0
      ? `不会通知任何人：还没有用户收藏“${merchant}”。`
      : `将通知 ${formatNumber(users)} 位收藏了“${merchant}”的用户。`,
  notifiesByPartner: '将通知的用户（按合作伙伴）',
  partner: '合作伙伴',
  users: '用户',
  waits: '需要第二个人批准，然后才会上线。',
  request: '提交审批',
  goesLive: '优惠券会立即上线。此后不能更改周期、券码来源和领取方式。',
}
