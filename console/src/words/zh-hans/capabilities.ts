import { WRITABLE_FIELDS, type Writable } from '@counterfoil/contract/capabilities.ts'
import type { Role } from '@counterfoil/contract/define-route.ts'
import type * as english from '../capabilities.ts'
import type { WordsOf } from '../words-of.ts'
import { ROLE_WORDS } from './roles.ts'

export const CAPABILITY_WORDS: WordsOf<typeof english.CAPABILITY_WORDS> = {
  readPartners: '查看合作伙伴',
  createPartners: '创建合作伙伴，更改其范围',
  changePartners: '更改合作伙伴，轮换其签名密钥',
  checkIntegration: '集成状态、令牌和公钥检查、合作伙伴的门店',
  readSandbox: '查看沙盒',
  useSandbox: '创建测试副本，调整其时钟，重置',
  readRequests: '查看失败的请求和部署',
  announceDeployments: '记录部署',
  readDeliveries: '查看推送',
  retryDeliveries: '重新发送单个推送',
  deliverNow: '立即发送所有未送达的推送',
  testAndReplayWebhooks: '测试、恢复和重放 webhook',
  readUsers: '查看用户、其时间线和可兑换内容',
  exportUsers: '导出用户',
  readRedemptions: '查看兑换记录、被拒绝的尝试和领取记录，包括 CSV',
  voidAndReview: '作废和审核兑换记录',
  actInBulk: '批量执行可逐条执行的操作',
  readBulk: '查看自己的批量任务；管理员可查看所有任务',
  readNotes: '查看备注；商户只能查看本方人员对自己商户的备注',
  writeNotes: '添加和移除备注',
  readSavedFilters: '使用列表的已保存筛选',
  saveFilters: '保存和共享列表的筛选',
  search: '搜索记录',
  readCategories: '查看分类',
  changeCategories: '更改分类',
  readCatalog: '查看商户、门店、优惠券、券码和设备',
  changeCatalog: '更改商户、门店、优惠券、券码和设备',
  createMerchants: '创建商户，选择精选商户',
  readFeatured: '查看精选商户，检查停用的影响',
  readStats: '查看统计数据',
  readStatements: '查看对账单',
  closeStatements: '结账，更改抬头',
  readApprovals: '查看审批申请',
  decideApprovals: '批准和驳回本方人员的申请；管理员可处理所有申请',
  changeApprovals: '开启和关闭审批',
  readAlerts: '查看警报及其发送去向',
  readBadges: '在菜单中查看待处理数量',
  sendAlerts: '选择警报发送到哪里，并测试',
  readHistory: '查看记录的历史',
  readAudit: '查看审计日志',
  readStaff: '查看员工、密钥和登录设置',
  changeStaff: '更改员工、密钥和登录设置',
  readMaintenance: '查看维护是否开启',
  changeMaintenance: '开启和关闭维护',
}

export const ROLE_MATRIX_WORDS: WordsOf<typeof english.ROLE_MATRIX_WORDS> = {
  title: '各角色的权限',
  intro: '商户只能看到自己商户的记录，合作伙伴只能看到自己的记录。其他角色能看到其有权查看的全部内容。',
  may: '权限',
  yes: '是',
  no: '–',
  writesTitle: '角色不能写入的字段',
  hiddenTitle: '角色看不到的字段',
  hidden: (role, fields) => `${role}：${fields}`,
}

const RECORD_WORDS: Record<string, string> = {
  updatePartner: '合作伙伴',
  updateMerchant: '商户',
  createVoucher: '新优惠券',
  updateVoucher: '优惠券',
}

/** A sentence for each role that may write only some fields of a record. */
export const fieldLimits: typeof english.fieldLimits = () =>
  Object.entries(WRITABLE_FIELDS).flatMap(([route, roles]) =>
    (Object.entries(roles) as [Role, Writable][]).map(([role, writable]) => {
      const name = `${ROLE_WORDS[role]}（${RECORD_WORDS[route] ?? route}）`
      return 'only' in writable
        ? `${name}：仅 ${writable.only.join('、')}`
        : `${name}：除 ${writable.allExcept.join('、')} 以外的全部字段`
    }),
  )
