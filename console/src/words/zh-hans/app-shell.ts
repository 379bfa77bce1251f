import type * as english from '../app-shell.ts'
import type { WordsOf } from '../words-of.ts'

export const SHELL_WORDS: WordsOf<typeof english.SHELL_WORDS> = {
  menu: '菜单',
  areas: '栏目',
  account: '您的账户',
  signOut: '退出登录',
  search: '前往…',
  searchKeys: (isApple) => (isApple ? '⌘K' : 'Ctrl K'),
  searchPlaceholder: '前往页面或查找记录',
  searchEmpty: '没有匹配的页面或记录。',
  searching: '正在搜索…',
  lightOrDark: '浅色或深色',
  light: '浅色',
  dark: '深色',
  system: '跟随系统',
  timeZone: '时间显示为',
  documentTitle: (screen) => `${screen} · Counterfoil 控制台`,
  notFoundTitle: '这里什么也没有',
  notFoundText: '此页面不存在。请从菜单中选择。',
  notYoursTitle: '您的角色无法使用此页面',
  notYoursText: (role) => `您以“${role}”身份登录。请从菜单中选择页面。`,
  home: '前往您的首页',
}

export const ZONE_WORDS: WordsOf<typeof english.ZONE_WORDS> = {
  merchant: '商户时间',
  yours: '您的时间',
  utc: 'UTC',
}

export const MENU_WORDS: WordsOf<typeof english.MENU_WORDS> = {
  customers: '客户',
  catalog: '目录',
  integrations: '集成',
  system: '系统',
  overview: '概览',
  partners: '合作伙伴',
  integration: '集成状态',
  deliveries: '推送',
  merchants: '商户',
  vouchers: '优惠券',
  calendar: '日历',
  lookUp: '查询',
  users: '用户',
  redemptions: '兑换记录',
  claims: '领取记录',
  review: '待审核',
  refusals: '被拒绝的尝试',
  statements: '对账单',
  requests: '失败的请求',
  featured: '精选',
  categories: '分类',
  alerts: '警报',
  audit: '审计',
  staff: '员工与密钥',
  settings: '设置',
}
