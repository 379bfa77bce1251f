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
  newBadge: '新',
  offline: '您已离线，以下是上次看到的内容。',
  tabs: { label: '主导航', home: '发现', wallet: '卡包' },

  arrival: {
    noToken: {
      title: '请从您的应用打开优惠券',
      text: '从提供优惠券的应用或网站进入，即可在此查看您的优惠券。',
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
    found: (count) => format.plural(count, { other: '# 家商家' }),
    searching: '正在搜索…',
    more: '显示更多',
    moreFailed: '其余内容未能加载。',
    empty: { title: '暂无优惠', text: '不断有新商家加入，请稍后再来看看。' },
    nothing: {
      title: '这里没有内容',
      text: '没有符合所选条件的商家。请换个分类，或查看全部。',
      action: '查看全部商家',
    },
    notFound: (text) => ({ title: `未找到“${text}”`, text: '请检查拼写，或换个更短的词。' }),
    noFavorites: { title: '还没有收藏', text: '点一下喜欢的商家的心形图标，就会出现在这里。' },
    nearby: {
      why: '要把最近的商家排在前面，我们需要知道您的位置。位置仅用于此列表，不会保存。',
      ask: '使用我的位置',
      notNow: '暂不',
      locating: '正在定位…',
      denied: '您的手机未向此应用共享位置。您可以在手机设置中允许。',
      unavailable: '手机无法确定您的位置。请稍后再试，或到室外再试。',
    },
  },

  favorite: {
    add: (name) => `收藏${name}`,
    remove: (name) => `取消收藏${name}`,
    added: (name) => `已收藏${name}`,
    removed: (name) => `已取消收藏${name}`,
    undone: (name) => `操作未成功，${name}的收藏状态保持不变`,
  },

  merchant: {
    more: '展开',
    less: '收起',
    vouchers: '优惠券',
    outlets: '门店',
    away: (distance) => `距您 ${distance}`,
    map: '地图',
    mapOf: (name) => `在地图上查看${name}`,
    howFar: { why: '共享位置即可查看各门店的距离，位置不会保存。', ask: '显示距离' },
    noVouchers: { title: '目前没有优惠券', text: '收藏这家商家，有新优惠时会通知您。' },
    noOutlets: '暂无门店。',
  },

  voucher: {
    terms: '使用条款',
    atOutlet: (name) => `适用于${name}`,
    claim: '领取',
    claiming: '正在领取…',
    claimed: '已领取，在您的卡包中',
    redeem: '使用',
    favoriteFirst: '加入收藏',
    left: (left, of) => `剩余${times(format, left)}，共${times(format, of)}`,
    leftUntil: (left, of, end) =>
      `剩余${times(format, left)}，共${times(format, of)}，截至${format.lastDayOrTime(end)}`,
    once: '可使用一次',
    onceUntil: (end) => `${format.lastDayOrTime(end)}前可使用一次`,
    validUntil: (end) => `有效期至${format.lastDayOrTime(end)}`,
    endsIn: (days) => (days <= 1 ? '最后一天' : format.plural(days, { other: '还剩 # 天' })),
    someOutlets: (count) => format.plural(count, { other: '适用于 # 家门店' }),
    usedUp: '已用完',
    usedUpUntil: (resets) => `已用完，${when(format, resets)}起可再次使用`,
    allGone: '已抢光',
    allGoneUntil: (resets) => `已抢光，${when(format, resets)}起有新的名额`,
    notYet: (from) => `${when(format, from)}起可使用`,
    over: (end) => `使用期限至${format.lastDayOrTime(end)}，已结束`,
    ended: '已下架',
    favoritesOnly: '仅限收藏了此商家的用户',
  },

  redeem: {
    title: '使用优惠券',
    checking: '请稍候…',
    chooseOutlet: '您在哪家门店？',
    notReady: '尚未开通优惠券',
    otherOutlet: '选择其他门店',
    noOutlets: { title: '暂无可用门店', text: '目前没有门店可以使用这张优惠券，请稍后再来看看。' },
    firstThis: '使用前还需一步',
    notNow: '暂时无法使用',
    claim: '立即领取',
    addFavorite: '加入收藏',
    location: {
      nearestWhy: '共享您的位置，可以先看到最近的门店，并证明您就在店内。位置只会随本次使用记录保存。',
      title: (outlet: string) => `您在${outlet}吗？`,
      why: '位置用来证明您就在店内。它只会随本次使用记录保存，不作其他用途。',
      use: '使用我的位置',
      without: '不提供位置，继续',
      review: '可以继续，但这次使用会被标记为待核查。',
      locating: '正在获取您的位置…',
      again: '重新获取我的位置',
      denied: '您的手机没有向此应用提供位置。您可以在手机设置中允许。',
      unavailable: '手机无法确定您的位置。靠近窗边或到室外会更容易定位。',
      too_slow: '定位花的时间比平时长。您可以再等一会儿，也可以不提供位置继续。',
      unsure: (accuracy: string) => `手机定位不够准确：误差可能达到${accuracy}。`,
    },
    handOver: {
      title: '请把手机交给店员',
      enterPin: '店员：请输入门店 PIN 码',
      keypad: 'PIN 码键盘',
      digits: (count: number) => `已输入 ${format.number(count)} 位，共 ${format.number(4)} 位`,
      delete: '删除最后一位',
      sending: '正在核销…',
      withoutLocation: '未提供位置：将标记为待核查',
    },
    unanswered: {
      title: '正在等待结果',
      text: '没有收到回复，暂时不知道是否成功。请不要关闭此页面：我们会自动重新确认，而且只会计算一次。',
      asking: '正在重新确认…',
      waiting: '网络恢复后我们会重新确认。',
      left: '我们仍在等待您这次使用的结果。',
      answered: '您的优惠券已使用，可在卡包中查看。',
    },
    waitFor: '距离可以重试还有',
    waitIsOver: '现在可以重试了。',
    done: {
      title: '使用成功',
      code: '券码',
      copy: '复制券码',
      copied: '券码已复制',
      notCopied: '无法复制，请直接出示券码',
      qr: '券码的二维码',
      noCode: '无需券码：此页面即为凭证。',
      at: (moment: string) => `使用时间：${moment}`,
      now: '当前时间',
      flagged: '已标记为待核查',
      flaggedWhy: '这次使用已经生效。由于没有位置信息，之后可能会有人核查。您无需做任何事。',
      finish: '完成',
      wallet: '在卡包中查看',
    },
  },

  wallet: {
    title: '卡包',
    views: '查看',
    vouchers: '优惠券',
    history: '使用记录',
    now: '现在可用',
    favorite: '收藏后可用',
    notYet: '尚未开始',
    allGone: '已抢光',
    usedUp: '已用完',
    over: '已过期',
    gone: '已下架',
    goneWhy: '商家已不再提供，无法使用',
    unknown: '暂时无法确认',
    unknownWhy: '未能加载这些优惠券的剩余次数。',
    empty: { title: '卡包是空的', text: '领取您喜欢的优惠券，它就会出现在这里。' },
    noHistory: { title: '还没有使用记录', text: '您使用过的每张优惠券及其券码都会保存在这里。' },
    browse: '去找优惠券',
    more: '显示更早的记录',
    moreFailed: '未能加载更早的记录。',
    redemption: '使用详情',
    voided: '已撤销',
    voidedWhy: (moment) => `这次使用已于${moment}撤销，不计入使用次数，券码也不再需要。`,
  },

  failures: failures(format),
})

/** On one line, wherever the text is wrapped. */
const times = (format: Formats, count: number) => `\u00a0${format.number(count)}\u00a0次`

const when = (format: Formats, time: string) =>
  `${format.isToday(time) ? '今天' : ''}${format.dayOrTime(time)}`

function failures(format: Formats): FailureWords {
  const wrong = { title: '出了点问题', text: '您的优惠券是安全的，但此操作未成功。请稍后再试。' }
  const link = { title: '无法验证您的身份', text: '此链接已失效。请返回原来的应用，重新打开优惠券。' }
  const busy = { title: '请稍候', text: '现在访问的人较多，请稍后再试。' }
  const gone = { title: '已下架', text: '此优惠券已不再提供。' }
  return {
    unreachable: { title: '无法连接', text: '无法获取您的优惠券。请检查网络连接后重试。' },
    validation_failed: wrong,
    request_timeout: wrong,
    payload_too_large: wrong,
    uri_too_long: wrong,
    unsupported_media_type: wrong,
    internal_error: wrong,
    unavailable: busy,
    keys_unavailable: busy,
    not_found: { title: '已不在此处', text: '此商家目前不提供优惠券。' },

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

    merchant_not_found: { title: '已不在此处', text: '此商家已不再提供优惠券。' },
    merchant_inactive: { title: '暂不可用', text: '此商家暂停提供优惠券。' },
    merchant_out_of_scope: { title: '不在您的应用中', text: '此商家不属于您的应用所提供的优惠。' },
    voucher_not_found: gone,
    voucher_inactive: gone,
    voucher_out_of_scope: { title: '不在您的应用中', text: '此优惠券不属于您的应用所提供的优惠。' },
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
      text: '此次操作与另一次混淆，没有使用任何优惠券。请重新开始。',
    },
    outlet_not_found: { title: '找不到门店', text: '此门店已不存在，请选择其他门店。' },
    voucher_not_yet_valid: { title: '尚未生效', text: '此优惠券还不能使用，请稍后再来。' },
    voucher_expired: { title: '已过期', text: '此优惠券的有效期已过。' },
    voucher_not_valid_at_outlet: {
      title: '不适用于此门店',
      text: '此优惠券不能在这里使用，请选择其他门店。',
    },
    outlet_inactive: { title: '门店暂停服务', text: '此门店目前不接受优惠券，请选择其他门店。' },
    outlet_pin_not_set: {
      title: '门店尚未就绪',
      text: '此门店尚未开通优惠券。请选择其他门店，或询问店员。',
    },
    invalid_pin: { title: 'PIN 码错误', text: '这不是此门店的 PIN 码，请店员重新输入。' },
    too_far: {
      title: '您离得太远',
      text: (facts) =>
        facts?.distanceMeters === undefined || facts.maxMeters === undefined
          ? '优惠券须在门店使用。请到店后再试。'
          : `您距门店 ${format.distance(facts.distanceMeters)}，请走近至 ${format.distance(facts.maxMeters)} 以内再试。`,
    },
    not_a_favorite: { title: '仅限收藏用户', text: '请先收藏此商家，然后即可使用优惠券。' },
    no_claim: { title: '请先领取', text: '请先将此优惠券放入卡包，然后即可使用。' },
    voucher_not_yet_applicable: {
      title: '还没到时间',
      text: (facts) =>
        facts?.applicableFrom === undefined
          ? '此优惠券还不能使用。'
          : `此优惠券自${format.moment(facts.applicableFrom)}起可使用。`,
    },
    voucher_no_longer_applicable: {
      title: '已过使用期',
      text: (facts) =>
        facts?.applicableUntil === undefined
          ? '此优惠券的使用时间已过。'
          : `此优惠券的使用期限至${format.moment(facts.applicableUntil)}，已结束。`,
    },
    limit_reached: {
      title: '已用完',
      text: (facts) =>
        facts?.resetsAt
          ? `您本期的使用次数已用完，${format.moment(facts.resetsAt)}起可再次使用。`
          : '您已用完此优惠券的使用次数。',
    },
    global_cap_reached: {
      title: '已抢光',
      text: (facts) =>
        facts?.resetsAt
          ? `本期优惠券已全部用完，${format.moment(facts.resetsAt)}起有新的名额。`
          : '此优惠券已全部用完。',
    },
    codes_exhausted: { title: '券码已发完', text: '此优惠券的券码已全部发出，请稍后再来看看。' },
    code_generation_failed: { title: '未能生成券码', text: '没有使用任何优惠券，请重试。' },
  }
}
