import type { Formats } from '../../time/formats.ts'
import { type FailureWords, LONG_WAIT_SECONDS, withMessage } from './failure-words.ts'

const busy = { title: '请稍候', text: '当前访问人数较多，请稍后再试。' }

export const failures = (format: Formats): FailureWords => ({
  unreachable: { title: '无网络连接', text: '无法连接服务器。请检查网络连接后重试。' },
  not_sent: { title: '您已离线', text: '您已离线，未发送任何内容。请连接网络后重新输入 PIN 码。' },
  internal_error: { title: '出了点问题', text: '您的优惠券不受影响，但操作未成功。请稍后再试。' },
  unavailable: busy,
  maintenance: {
    title: '系统维护中',
    text: (facts) =>
      withMessage(
        facts?.until
          ? `优惠券在${format.timeOrMoment(facts.until)}之前无法使用。`
          : '优惠券暂时无法使用，请几分钟后再试。',
        facts?.message,
      ),
  },
  not_found: { title: '暂不可用', text: '此商家目前不提供优惠券。' },

  invalid_token: { title: '无法登录', text: '此链接已失效。请返回原来的应用，重新打开优惠券。' },
  token_expired: {
    title: '会话已结束',
    text: '为了您的安全，会话会在一段时间后结束。请返回原来的应用，重新打开优惠券。',
  },
  partner_disabled: {
    title: '优惠券已停用',
    text: '您使用的应用目前不提供优惠券，请咨询其客服。',
  },
  user_not_found: {
    title: '此账户已注销',
    text: '您的优惠券已随账户一同关闭。如有误，请联系您所用应用的客服。',
  },

  merchant_not_found: { title: '已下架', text: '此商家已不再提供优惠券。' },
  merchant_out_of_scope: { title: '不在您的应用中', text: '您的应用未提供此商家的优惠券。' },
  voucher_not_found: { title: '已下架', text: '此优惠券已不再提供。' },
  voucher_out_of_scope: { title: '不在您的应用中', text: '您的应用未提供此优惠券。' },
  voucher_not_claimable: { title: '无需领取', text: '此优惠券可直接在柜台使用。' },

  rate_limited: {
    title: '尝试次数过多',
    text: (facts) => {
      const seconds = facts?.retryAfterSeconds
      if (seconds === undefined) return '请稍等片刻再试。'
      if (seconds > LONG_WAIT_SECONDS) {
        const minutes = format.plural(Math.ceil(seconds / 60), { other: '# 分钟' })
        return `请于${format.timeAfter(seconds)}再试（${minutes}后）。`
      }
      return format.plural(seconds, { other: '请等待 # 秒后再试。' })
    },
  },
  partner_limited: {
    title: busy.title,
    text: (facts) => {
      const seconds = facts?.retryAfterSeconds
      if (seconds === undefined) return busy.text
      return format.plural(seconds, { other: '当前访问人数较多，请在 # 秒后再试。' })
    },
  },
  idempotency_key_reused: {
    title: '请重新开始',
    text: '本次操作与另一次混淆，未使用任何优惠券。请重新开始。',
  },
  outlet_not_found: { title: '找不到门店', text: '此门店已不存在，请选择其他门店。' },
  voucher_not_yet_valid: { title: '尚未生效', text: '此优惠券还不能使用，请稍后再来。' },
  voucher_expired: { title: '已过期', text: '此优惠券已过期。' },
  voucher_not_valid_at_outlet: {
    title: '不适用于此门店',
    text: '此优惠券不能在这里使用，请选择其他门店。',
  },
  outlet_inactive: { title: '门店暂不可用', text: '此门店目前不接受优惠券，请选择其他门店。' },
  outlet_pin_not_set: {
    title: '门店尚未就绪',
    text: '此门店尚未开通优惠券。请选择其他门店，或询问店员。',
  },
  invalid_pin: { title: 'PIN 码错误', text: '这不是此门店的 PIN 码。店员：请重新输入。' },
  too_far: {
    title: '您离得太远',
    text: (facts) =>
      facts?.distanceMeters === undefined || facts.maxMeters === undefined
        ? '优惠券只能在门店使用。请到店后再试。'
        : `您距门店 ${format.distance(facts.distanceMeters)}，请走近至 ${format.distance(facts.maxMeters)} 以内再试。`,
  },
  not_a_favorite: { title: '收藏后可用', text: '收藏此商家后即可使用优惠券。' },
  no_claim: { title: '请先领取', text: '将此优惠券放入卡包后即可使用。' },
  voucher_not_yet_applicable: {
    title: '尚未开始',
    text: (facts) =>
      facts?.applicableFrom === undefined
        ? '此优惠券还不能使用。'
        : `此优惠券自${format.moment(facts.applicableFrom)}起可使用。`,
  },
  voucher_no_longer_applicable: {
    title: '已过期',
    text: (facts) =>
      facts?.applicableUntil === undefined
        ? '此优惠券已过期。'
        : `此优惠券已于${format.moment(facts.applicableUntil)}过期。`,
  },
  limit_reached: {
    title: '已用完',
    text: (facts) =>
      facts?.resetsAt
        ? `您已达到本期使用上限，${format.moment(facts.resetsAt)}起可再次使用。`
        : '您已达到此优惠券的使用上限。',
  },
  global_cap_reached: {
    title: '已兑完',
    text: (facts) =>
      facts?.resetsAt
        ? `本期优惠券已全部兑完，${format.moment(facts.resetsAt)}起有新名额。`
        : '此优惠券已全部兑完。',
  },
  codes_exhausted: { title: '券码已发完', text: '此优惠券的券码已全部发出，请稍后再来看看。' },
  code_generation_failed: { title: '未能生成券码', text: '未使用任何优惠券，请重试。' },
})
