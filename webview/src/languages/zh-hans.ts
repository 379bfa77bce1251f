import type { FailureWords } from '../language/failure-words.ts'
import type { Formats } from '../language/formats.ts'
import type { Words } from '../language/words.ts'

export const words = (format: Formats): Words => ({
  direction: 'ltr',
  title: '优惠券',
  loading: '正在加载您的优惠券',
  retry: '重试',
  back: '返回',
  close: '关闭',
  view: '查看',
  newBadge: '新',
  offline: '您已离线，以下是上次加载的内容。',
  tabs: {
    label: '主导航',
    home: '发现',
    wallet: '卡包',
    ready: (count) => format.plural(count, { other: '# 张现在可用' }),
  },

  arrival: {
    noToken: {
      title: '请从您的应用打开优惠券',
      text: '请前往提供优惠券的应用或网站，从那里打开。',
    },
  },

  home: {
    hello: (name) => `您好，${name}`,
    welcome: '欢迎',
    search: '搜索商家和优惠',
    clearSearch: '清除搜索',
    filters: '筛选',
    categories: '分类',
    subCategories: '子分类',
    all: '全部',
    featured: '精选',
    new: '新上线',
    near: '附近',
    favorites: '收藏',
    allPlaces: '全部商家',
    newPlaces: '新商家',
    nearPlaces: '由近到远',
    endingSoon: '即将结束',
    inWallet: '已在卡包中',
    unavailable: { title: '已下架', text: '您的应用已不再提供此商家。', remove: '移除' },
    found: (count) => format.plural(count, { other: '# 家商家' }),
    searching: '正在搜索…',
    more: '显示更多',
    moreFailed: '未能加载其余内容。',
    empty: { title: '暂无优惠', text: '不断有新商家加入，敬请关注。' },
    noMatches: {
      title: '没有匹配结果',
      text: '没有符合筛选条件的商家。请换个分类，或查看全部商家。',
      action: '查看全部商家',
    },
    noResults: (text) => ({ title: `没有找到“${text}”`, text: '请检查拼写，或换个更短的词。' }),
    noFavorites: { title: '还没有收藏', text: '点按喜欢的商家旁的心形图标，即可在这里找到。' },
    nearby: {
      why: '共享位置即可优先显示最近的商家。位置仅用于此列表，不会保存。',
      ask: '使用我的位置',
      notNow: '暂不',
      locating: '正在定位…',
      denied: '此应用无法获取您的位置。您可以在手机设置中允许。',
      unavailable: '手机未能定位。请稍后再试，或到室外再试。',
    },
  },

  favorite: {
    add: (name) => `收藏${name}`,
    remove: (name) => `取消收藏${name}`,
    added: '已收藏',
    removed: '已取消收藏',
    failed: '收藏更新失败',
  },

  merchant: {
    more: '展开',
    less: '收起',
    vouchers: '优惠券',
    outlets: '门店',
    away: (distance) => `距您 ${distance}`,
    map: '地图',
    mapOf: (name) => `在地图上查看${name}`,
    distances: { why: '共享位置即可查看各门店的距离，位置不会保存。', ask: '显示距离' },
    noVouchers: { title: '目前没有优惠券', text: '收藏此商家，及时获知新优惠。' },
    noOutlets: '暂无门店。',
  },

  voucher: {
    terms: '使用条款',
    atOutlet: (name) => `适用于${name}`,
    claim: '领取',
    claiming: '正在领取…',
    claimed: '已放入卡包',
    redeem: '使用',
    addFavorite: '加入收藏',
    left: (left, of) => `剩余${times(format, left)}，共${times(format, of)}`,
    once: '可用一次',
    often: { MONTHLY: '每月一次', BIWEEKLY: '每两周一次' },
    renews: (at) => `${format.isToday(at) ? '今天' : ''}${format.shortDayOrTime(at)}更新`,
    usableFrom: (from) => `${when(format, from)}起可用`,
    usableFromTo: (from, end) => `可用时间：${format.dayOrTime(from)}至${format.lastDayOrTime(end)}`,
    validUntil: (end) => `有效期至${format.lastDayOrTime(end)}`,
    endsIn: (days, end) => {
      if (days > 1) return format.plural(days, { other: '# 天后结束' })
      if (days === 1) return '明天结束'
      return format.endsToday(end) ? `今天${format.lastDayOrTime(end)}结束` : '今天结束'
    },
    someOutlets: (count) => format.plural(count, { other: '适用于 # 家门店' }),
    usedUp: '已用完',
    usedUpUntil: (resets) => `已用完，${when(format, resets)}起可再次使用`,
    fullyRedeemed: '已兑完',
    fullyRedeemedUntil: (resets) => `已兑完，${when(format, resets)}起有新名额`,
    notYet: (from) => `${when(format, from)}起可使用`,
    expired: (end) => `已于${format.lastDayOrTime(end)}过期`,
    withdrawn: '已下架',
    favoritesOnly: '收藏后可用',
  },

  redeem: {
    title: '使用优惠券',
    checking: '请稍候…',
    chooseOutlet: '您在哪家门店？',
    notReady: '尚未开通优惠券',
    changeOutlet: '更换门店',
    noOutlets: { title: '暂无可用门店', text: '目前没有门店可使用此优惠券，请稍后再来看看。' },
    beforeYouRedeem: '使用前还需一步',
    cannotRedeem: '暂时无法使用',
    claim: '立即领取',
    addFavorite: '加入收藏',
    location: {
      nearestWhy: '共享位置可优先显示最近的门店，并确认您在店内。位置仅随本次使用记录保存。',
      title: (outlet: string) => `您在${outlet}吗？`,
      why: '位置用于确认您在店内，仅随本次使用记录保存，不作其他用途。',
      use: '使用我的位置',
      without: '跳过定位',
      review: '仍可使用，之后会由工作人员核查。',
      locating: '正在定位…',
      again: '重新定位',
      denied: '此应用无法获取您的位置。您可以在手机设置中允许。',
      unavailable: '手机未能定位。靠近窗边或到室外更容易定位。',
      too_slow: '定位时间比平时长。您可以再等一会儿，或跳过定位。',
      accuracy: (accuracy: string) => `手机定位误差可能达 ${accuracy}。`,
    },
    handOver: {
      title: '请把手机交给店员',
      enterPin: '店员：请输入门店 PIN 码',
      keypad: 'PIN 码键盘',
      digits: (count: number) => `已输入 ${format.number(count)} 位，共 ${format.number(4)} 位`,
      delete: '删除最后一位',
      sending: '正在核销…',
      withoutLocation: '未共享位置：将标记为待核查',
    },
    unanswered: {
      title: '正在等待确认',
      text: '尚未收到回复，暂不确定是否成功。请勿关闭此页面：我们会自动重试，且只计一次。',
      asking: '正在重试…',
      waiting: '网络恢复后会自动重试。',
      left: '仍在等待本次使用的确认。',
      answered: '您的优惠券已使用，可在卡包中查看。',
    },
    retryIn: '重试等待时间',
    retryNow: '现在可以重试了。',
    done: {
      title: '使用成功',
      code: '券码',
      copy: '复制券码',
      copied: '券码已复制',
      notCopied: '无法复制，请读出券码',
      qr: '二维码',
      noCode: '无需券码，此页面即为凭证。',
      at: (moment: string) => `使用时间：${moment}`,
      now: '当前时间',
      saved: (amount: string) => `已节省 ${amount}`,
      used: '已使用',
      flagged: '已标记为待核查',
      flaggedWhy: '优惠券已计为使用。由于未共享位置，之后可能会有人核查。您无需任何操作。',
      finish: '完成',
      wallet: '在卡包中查看',
    },
  },

  wallet: {
    title: '卡包',
    views: '视图',
    vouchers: '优惠券',
    history: '使用记录',
    ready: '现在可用',
    favorite: '收藏后可用',
    notYet: '稍后可用',
    fullyRedeemed: '已兑完',
    usedUp: '已用完',
    expired: '已过期',
    withdrawn: '已下架',
    withdrawnWhy: '已不再提供，无法使用',
    unknown: '暂时无法确认',
    unknownWhy: '未能加载这些优惠券的剩余次数。',
    others: '其他优惠券',
    empty: { title: '卡包是空的', text: '领取喜欢的优惠券，即可在这里找到。' },
    noHistory: { title: '还没有使用记录', text: '用过的优惠券及其券码会保存在这里。' },
    browse: '查找优惠券',
    more: '更早的记录',
    moreFailed: '未能加载更早的记录。',
    redemption: '使用详情',
    noRedemption: { title: '找不到这条记录', text: '它不在您的使用记录中。您自己的记录可在卡包中查看。' },
    voided: '已取消',
    voidedWhy: (moment) => `本次使用已于${moment}取消，不计入使用次数，券码已失效。`,
  },

  failures: failures(format),
})

/** Number and unit stay on one line. */
const times = (format: Formats, count: number) => `\u00a0${format.number(count)}\u00a0次`

const when = (format: Formats, time: string) =>
  `${format.isToday(time) ? '今天' : ''}${format.dayOrTime(time)}`

function failures(format: Formats): FailureWords {
  const wrong = { title: '出了点问题', text: '您的优惠券不受影响，但操作未成功。请稍后再试。' }
  const link = { title: '无法登录', text: '此链接已失效。请返回原来的应用，重新打开优惠券。' }
  const busy = { title: '请稍候', text: '当前访问人数较多，请稍后再试。' }
  const withdrawn = { title: '已下架', text: '此优惠券已不再提供。' }
  return {
    unreachable: { title: '无网络连接', text: '无法连接服务器。请检查网络连接后重试。' },
    not_sent: { title: '您已离线', text: '您已离线，未发送任何内容。请连接网络后重新输入 PIN 码。' },
    validation_failed: wrong,
    request_timeout: wrong,
    payload_too_large: wrong,
    uri_too_long: wrong,
    unsupported_media_type: wrong,
    internal_error: wrong,
    unavailable: busy,
    keys_unavailable: busy,
    not_found: { title: '暂不可用', text: '此商家目前不提供优惠券。' },

    missing_token: link,
    invalid_token: link,
    headers_too_large: link,
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
    merchant_inactive: { title: '暂不可用', text: '此商家目前不提供优惠券。' },
    merchant_out_of_scope: { title: '不在您的应用中', text: '您的应用未提供此商家的优惠券。' },
    voucher_not_found: withdrawn,
    voucher_inactive: withdrawn,
    voucher_out_of_scope: { title: '不在您的应用中', text: '您的应用未提供此优惠券。' },
    voucher_not_claimable: { title: '无需领取', text: '此优惠券可直接在柜台使用。' },

    rate_limited: {
      title: '尝试次数过多',
      text: (facts) =>
        facts?.retryAfterSeconds === undefined
          ? '请稍等片刻再试。'
          : format.plural(facts.retryAfterSeconds, { other: '请等待 # 秒后再试。' }),
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
  }
}
