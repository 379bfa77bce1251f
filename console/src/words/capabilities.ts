import { type Capability, WRITABLE_FIELDS, type Writable } from '@counterfoil/contract/capabilities.ts'
import type { Role } from '@counterfoil/contract/define-route.ts'
import { ROLE_WORDS } from './roles.ts'

/** What a role may do, in the order of the table in the console and in docs/roles.md. */
export const CAPABILITY_WORDS: Record<Capability, string> = {
  readPartners: 'Read partners',
  createPartners: 'Create partners, change their scope',
  changePartners: 'Change partners, rotate their secret',
  checkIntegration: 'Integration health, checks of tokens and keys, outlets of a partner',
  readSandbox: 'Read the sandbox',
  useSandbox: 'Create the test twin, move its clock, reset it',
  readRequests: 'Read failed requests and deployments',
  announceDeployments: 'Announce a deployment',
  readDeliveries: 'Read deliveries',
  retryDeliveries: 'Retry one delivery',
  deliverNow: 'Send all undelivered deliveries now',
  testAndReplayWebhooks: 'Test, resume and replay a webhook',
  readUsers: 'Read users, their timeline and what they can redeem',
  exportUsers: 'Export users',
  readRedemptions: 'Read redemptions, refusals and claims, also as CSV',
  voidAndReview: 'Void and review redemptions',
  actInBulk: 'Do in bulk what they may do one by one',
  readBulk: 'Read their own bulk jobs; an admin, every job',
  readNotes: 'Read notes; merchants, those of their own people on their own merchants',
  writeNotes: 'Add and remove notes',
  readSavedFilters: 'Use saved filters of lists',
  saveFilters: 'Save filters of lists, share them',
  search: 'Search records',
  readCategories: 'Read categories',
  changeCategories: 'Change categories',
  readCatalog: 'Read merchants, outlets, vouchers, codes and devices',
  changeCatalog: 'Change merchants, outlets, vouchers, codes and devices',
  createMerchants: 'Create merchants, choose the featured ones',
  readFeatured: 'Read featured merchants, check a deactivation',
  readStats: 'Read figures',
  readStatements: 'Read statements',
  closeStatements: 'Close months, change the letterhead',
  readApprovals: 'Read requests for approval',
  decideApprovals: 'Approve and reject what their own people requested; an admin, every request',
  changeApprovals: 'Turn approvals on and off',
  readAlerts: 'Read alerts and where they go',
  readBadges: 'See in the menu how much waits',
  sendAlerts: 'Choose where alerts go, and test it',
  readHistory: 'Read the history of records',
  readAudit: 'Read the audit log',
  readStaff: 'Read staff, keys and sign-in settings',
  changeStaff: 'Change staff, keys and sign-in settings',
  readMaintenance: 'See whether maintenance is on',
  changeMaintenance: 'Turn maintenance on and off',
}

export const ROLE_MATRIX_WORDS = {
  title: 'What each role may do',
  intro:
    'Merchants see the records of their own merchants, partners those of their own partner. All other roles see everything that they may read.',
  may: 'May',
  yes: 'yes',
  no: '–',
  writesTitle: 'Fields that a role may not write',
  hiddenTitle: 'Fields that a role does not see',
  hidden: (role: string, fields: string) => `${role}: ${fields}`,
} as const

const RECORD_WORDS: Record<string, string> = {
  updatePartner: 'a partner',
  updateMerchant: 'a merchant',
  createVoucher: 'a new voucher',
  updateVoucher: 'a voucher',
}

/** A sentence for each role that may write only some fields of a record. */
export function fieldLimits(): string[] {
  return Object.entries(WRITABLE_FIELDS).flatMap(([route, roles]) =>
    (Object.entries(roles) as [Role, Writable][]).map(([role, writable]) => {
      const fields =
        'only' in writable ? `only ${writable.only.join(', ')}` : `all but ${writable.allExcept.join(', ')}`
      return `${ROLE_WORDS[role]}, of ${RECORD_WORDS[route] ?? route}: ${fields}`
    }),
  )
}
