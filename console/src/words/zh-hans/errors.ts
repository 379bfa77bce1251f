import { plural } from '../../time/numbers.ts'
import type * as english from '../errors.ts'
import type { WordsOf } from '../words-of.ts'

export const UNKNOWN_ERROR: WordsOf<typeof english.UNKNOWN_ERROR> = '此页面出了点问题。请重新加载后重试。'

export const ERROR_WORDS: WordsOf<typeof english.ERROR_WORDS> = {
  unreachable: '无法连接服务。请检查网络连接后重试。',
  unavailable: '服务繁忙或数据库不可用。请稍后重试。',
  maintenance: '维护已开启，未作任何更改。请在维护结束后重试。',
  internal_error: '服务出了点问题。如果再次发生，请提供请求 id。',
  unauthorized: '您的会话已结束，请重新登录。',
  forbidden: '您的角色无权执行此操作。',
  not_found: '此内容不存在，或您无权访问。',
  validation_failed: '请更正以下内容。',
  payload_too_large: '内容过大。',
  unsupported_media_type: '不接受此类型的文件。',
  cross_site_request: '请求来自其他页面。请重新加载此页面后重试。',
  reauthentication_required: '未作任何更改：您没有确认本人身份。',
  no_webhook_url: '此合作伙伴没有 webhook URL，请先设置。',
  no_next_secret: '没有可启用的下一个签名密钥，请先创建。',
  invalid_credentials: '电子邮箱或密码错误。',
  invalid_sign_in_link: '此链接无效。可能已过期，或已被使用。',
  invalid_code: '此验证码错误，或已被使用。',
  invalid_sign_in_step: '操作超过了 10 分钟，或是在另一个标签页中开始的。请重新开始。',
  passkey_refused: '此通行密钥在这里无效：它已被移除，或其账户已停用。',
  passkeys_unavailable: '通行密钥在此地址不可用。请通过 https 以控制台自己的地址打开。',
  single_sign_on_only: '贵组织仅通过单点登录。',
  single_sign_on_off: '这里未设置单点登录。',
  single_sign_on_refused: '无法验证单点登录服务的响应，因此您未登录。请重试。',
  issuer_unavailable: '目前无法连接您的单点登录服务。请稍后重试。',
  email_not_verified: '单点登录服务尚未验证您的电子邮箱。请先在那里验证，然后重试。',
  email_not_invited:
    '您的电子邮箱未获邀请，请联系管理员。如果您在单点登录服务中换了新账户，请管理员解除旧账户的绑定。',
  email_off: '此安装不发送电子邮件。请向管理员索取链接。',
  totp_active: '验证器应用已设置，请先移除。',
  no_second_factor: '请先添加验证器应用或通行密钥。',
  second_factor_required: '您的角色需要第二重验证。请添加后继续。',
  too_many_sign_ins: '登录失败次数过多。',
  password_too_common: '此密码过于常见。请选择更难猜的密码。',
  staff_inactive: '此人已停用，请先启用。',
  slug_taken: '其他记录已使用此标识名。',
  issuer_taken: '其他合作伙伴已使用此令牌签发方。',
  email_taken: '其他人已使用此电子邮箱。',
  sub_category_in_use: '仍有商户在使用您移除的子分类。',
  version_conflict: '期间他人已作更改。',
  selection_changed: ({ total }) =>
    plural(Number(total), { other: '现有 # 条记录符合筛选条件。未作任何更改。请核对新数量后再次确认。' }),
  voucher_incomplete: '此优惠券尚不能上线。',
  rate_limited: '请求过于频繁。请几秒后重试。',
  image_quota_reached: '您已达到图片数量上限。如需上传更多，请联系管理员。',
  image_too_large: '此图片的像素过多。请缩小后重新上传。',
  image_unreadable: '此文件已损坏，无法作为图片读取。',
  own_request: '这是您自己的申请，须由他人决定。',
  approval_decided: '此申请已有人处理，或已结束。',
  record_changed: '申请之后记录已有变化，因此无法再批准。',
  requester_not_allowed: '申请此更改的人员或密钥已无权作此更改。请驳回；如果更改正确，请自行更改。',
  two_admins_needed: '审批需要另一位曾登录过的启用中的管理员。',
  publication_limit_reached: '您在一小时内发布次数过多。',
  voucher_published: '首次发布后，代码来源、领取方式和限额重置方式不能更改。',
  voucher_takes_no_codes: '此优惠券不接受上传的代码。',
  month_not_over: '该月份在所有时区结束一小时后才能关账。',
  earlier_month_open: '更早的月份尚未关账。请先将其关账。',
  session_needed: 'API 密钥不能作决定。请用自己的账户登录。',
  clock_backwards: '时钟不能退到沙盒最新记录之前。请先重置沙盒。',
  outlet_inactive: '此门店已停用。请先启用。',
  qr_not_enabled: '此门店不接受兑换码。请先更改那里的兑换方式。',
  too_many_devices: '此门店已有 20 台设备。请先撤销一台。',
  user_not_found: '此用户不存在或已匿名化。',
}

export const retryWords: typeof english.retryWords = (seconds) => `请在 ${waitWords(seconds)}后重试。`

export const waitWords: typeof english.waitWords = (seconds) =>
  seconds < 60 ? plural(seconds, { other: '# 秒' }) : plural(Math.ceil(seconds / 60), { other: '# 分钟' })

export const issueWords: typeof english.issueWords = (field, message) =>
  field === '' ? `${message}。` : `${field}：${message}。`
