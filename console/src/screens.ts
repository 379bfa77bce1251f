import { listAlertDestinations } from '@counterfoil/contract/admin/alert-destinations.ts'
import { listAlerts } from '@counterfoil/contract/admin/alerts.ts'
import { getApproval, listApprovals } from '@counterfoil/contract/admin/approvals.ts'
import { listAudit } from '@counterfoil/contract/admin/audit.ts'
import { getBulk, listBulk, listBulkResults } from '@counterfoil/contract/admin/bulk-jobs.ts'
import { putCategory } from '@counterfoil/contract/admin/categories.ts'
import { listAllClaims } from '@counterfoil/contract/admin/claims.ts'
import { getDelivery, listDeliveries } from '@counterfoil/contract/admin/deliveries.ts'
import { getIntegrationHealth } from '@counterfoil/contract/admin/integration-health.ts'
import {
  createMerchant,
  getFeatured,
  getMerchant,
  listMerchants,
} from '@counterfoil/contract/admin/merchants.ts'
import { importOutlets } from '@counterfoil/contract/admin/outlet-import.ts'
import { createOutlet, getOutlet, listOutlets } from '@counterfoil/contract/admin/outlets.ts'
import { createPartner, listPartners, updatePartner } from '@counterfoil/contract/admin/partners.ts'
import { getRedeemability } from '@counterfoil/contract/admin/redeemability.ts'
import { getRedemption, listRedemptions, reviewRedemption } from '@counterfoil/contract/admin/redemptions.ts'
import { listRefusals } from '@counterfoil/contract/admin/refusals.ts'
import { getRequest, listRequests } from '@counterfoil/contract/admin/requests.ts'
import { searchRecords } from '@counterfoil/contract/admin/search.ts'
import { viewSignInSettings } from '@counterfoil/contract/admin/settings.ts'
import { listStaff } from '@counterfoil/contract/admin/staff.ts'
import { listAdjustments, listStatements } from '@counterfoil/contract/admin/statements.ts'
import { getStats } from '@counterfoil/contract/admin/stats.ts'
import { getUser, listUsers } from '@counterfoil/contract/admin/users.ts'
import { viewCalendar } from '@counterfoil/contract/admin/voucher-calendar.ts'
import { listAllVouchers } from '@counterfoil/contract/admin/voucher-list.ts'
import { createVoucher, getVoucher, listVouchers } from '@counterfoil/contract/admin/vouchers.ts'
import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from './routing/lazy-screen.ts'
import { searchOf } from './routing/search.ts'
import { homeRoute } from './shell/home-route.ts'
import { rootRoute } from './shell/root-route.ts'
import { MENU_WORDS } from './words/app-shell.ts'
import { SCREEN_TITLES } from './words/screen-titles.ts'

const getParentRoute = () => rootRoute

/** Every screen of the console. Each is loaded when it is opened first. */
export const SCREENS = {
  home: homeRoute,
  overview: createRoute({
    getParentRoute,
    path: '/overview',
    validateSearch: searchOf(getStats, ['period', 'sort']),
    staticData: { title: SCREEN_TITLES.overview, needs: getStats },
    component: lazyScreen(() => import('./overview/overview.tsx'), 'Overview'),
  }),
  merchants: createRoute({
    getParentRoute,
    path: '/merchants',
    validateSearch: searchOf(listMerchants),
    staticData: { title: SCREEN_TITLES.merchant, needs: listMerchants },
    component: lazyScreen(() => import('./merchants/merchant-list.tsx'), 'MerchantList'),
  }),
  newMerchant: createRoute({
    getParentRoute,
    path: '/merchants/new',
    staticData: { title: SCREEN_TITLES.merchantCreate, needs: createMerchant },
    component: lazyScreen(() => import('./merchants/new-merchant.tsx'), 'NewMerchant'),
  }),
  merchant: createRoute({
    getParentRoute,
    path: '/merchants/$id',
    validateSearch: searchOf(listOutlets, ['tab']),
    staticData: { title: SCREEN_TITLES.merchantOne, needs: getMerchant },
    component: lazyScreen(() => import('./merchants/merchant-detail.tsx'), 'MerchantDetail'),
  }),
  /** Every role reads categories, but only those who edit them need the screen. */
  categories: createRoute({
    getParentRoute,
    path: '/categories',
    staticData: { title: SCREEN_TITLES.category, needs: putCategory },
    component: lazyScreen(() => import('./categories/category-list.tsx'), 'CategoryList'),
  }),
  featured: createRoute({
    getParentRoute,
    path: '/featured',
    staticData: { title: SCREEN_TITLES.featured, needs: getFeatured },
    component: lazyScreen(() => import('./featured/featured-order.tsx'), 'FeaturedOrder'),
  }),
  newOutlet: createRoute({
    getParentRoute,
    path: '/merchants/$id/outlets/new',
    staticData: { title: SCREEN_TITLES.outletCreate, needs: createOutlet },
    component: lazyScreen(() => import('./outlets/new-outlet.tsx'), 'NewOutlet'),
  }),
  importOutlets: createRoute({
    getParentRoute,
    path: '/merchants/$id/outlets/import',
    staticData: { title: SCREEN_TITLES.outletImport, needs: importOutlets },
    component: lazyScreen(() => import('./outlets/import-outlets.tsx'), 'ImportOutlets'),
  }),
  outlet: createRoute({
    getParentRoute,
    path: '/outlets/$id',
    staticData: { title: SCREEN_TITLES.outletOne, needs: getOutlet },
    component: lazyScreen(() => import('./outlets/outlet-detail.tsx'), 'OutletDetail'),
  }),
  vouchers: createRoute({
    getParentRoute,
    path: '/vouchers',
    validateSearch: searchOf(listAllVouchers),
    staticData: { title: SCREEN_TITLES.allVouchers, needs: listAllVouchers },
    component: lazyScreen(() => import('./vouchers/all-vouchers.tsx'), 'AllVouchers'),
  }),
  calendar: createRoute({
    getParentRoute,
    path: '/calendar',
    validateSearch: searchOf(viewCalendar),
    staticData: { title: SCREEN_TITLES.calendar, needs: viewCalendar },
    component: lazyScreen(() => import('./vouchers/calendar.tsx'), 'Calendar'),
  }),
  /** `from`: the voucher to copy. */
  newVoucher: createRoute({
    getParentRoute,
    path: '/merchants/$id/vouchers/new',
    validateSearch: searchOf(listVouchers, ['from']),
    staticData: { title: SCREEN_TITLES.voucherEditorCreate, needs: createVoucher },
    component: lazyScreen(() => import('./vouchers/new-voucher.tsx'), 'NewVoucher'),
  }),
  voucher: createRoute({
    getParentRoute,
    path: '/vouchers/$id',
    validateSearch: searchOf(listVouchers, ['tab']),
    staticData: { title: SCREEN_TITLES.voucherOne, needs: getVoucher },
    component: lazyScreen(() => import('./vouchers/voucher-page.tsx'), 'VoucherPage'),
  }),
  partners: createRoute({
    getParentRoute,
    path: '/partners',
    validateSearch: searchOf(listPartners),
    staticData: { title: SCREEN_TITLES.partner, needs: getIntegrationHealth },
    component: lazyScreen(() => import('./partners/partner-list.tsx'), 'PartnerList'),
  }),
  lookUp: createRoute({
    getParentRoute,
    path: '/look-up',
    validateSearch: searchOf(searchRecords),
    staticData: { title: SCREEN_TITLES.lookUp, needs: searchRecords },
    component: lazyScreen(() => import('./look-up/look-up.tsx'), 'LookUp'),
  }),
  users: createRoute({
    getParentRoute,
    path: '/users',
    validateSearch: searchOf(listUsers),
    staticData: { title: SCREEN_TITLES.user, needs: listUsers },
    component: lazyScreen(() => import('./users/user-list.tsx'), 'UserList'),
  }),
  user: createRoute({
    getParentRoute,
    path: '/users/$id',
    validateSearch: searchOf(getRedeemability, ['tab', 'cursor']),
    staticData: { title: SCREEN_TITLES.userOne, needs: getUser },
    component: lazyScreen(() => import('./users/user-detail.tsx'), 'UserDetail'),
  }),
  redemptions: createRoute({
    getParentRoute,
    path: '/redemptions',
    validateSearch: searchOf(listRedemptions),
    staticData: { title: SCREEN_TITLES.redemption, needs: listRedemptions },
    component: lazyScreen(() => import('./redemptions/redemption-list.tsx'), 'RedemptionList'),
  }),
  redemption: createRoute({
    getParentRoute,
    path: '/redemptions/$id',
    staticData: { title: SCREEN_TITLES.redemptionOne, needs: getRedemption },
    component: lazyScreen(() => import('./redemptions/redemption-detail.tsx'), 'RedemptionDetail'),
  }),
  review: createRoute({
    getParentRoute,
    path: '/review',
    validateSearch: searchOf(listRedemptions, ['open']),
    staticData: { title: SCREEN_TITLES.review, needs: reviewRedemption },
    component: lazyScreen(() => import('./redemptions/review-queue.tsx'), 'ReviewQueue'),
  }),
  statements: createRoute({
    getParentRoute,
    path: '/statements',
    validateSearch: searchOf(listStatements),
    staticData: { title: SCREEN_TITLES.statement, needs: listStatements },
    component: lazyScreen(() => import('./statements/statement-list.tsx'), 'StatementList'),
  }),
  adjustments: createRoute({
    getParentRoute,
    path: '/statements/adjustments',
    validateSearch: searchOf(listAdjustments, ['month']),
    staticData: { title: SCREEN_TITLES.statementAdjustments, needs: listAdjustments },
    component: lazyScreen(() => import('./statements/adjustment-list.tsx'), 'AdjustmentList'),
  }),
  /** For a printer: the statements that the filter matches. */
  printPage: createRoute({
    getParentRoute,
    path: '/statements/paper',
    validateSearch: searchOf(listStatements),
    staticData: { title: SCREEN_TITLES.statementPaper, needs: listStatements },
    component: lazyScreen(() => import('./statements/print-page.tsx'), 'PrintPage'),
  }),
  claims: createRoute({
    getParentRoute,
    path: '/claims',
    validateSearch: searchOf(listAllClaims),
    staticData: { title: SCREEN_TITLES.claim, needs: listAllClaims },
    component: lazyScreen(() => import('./claims/claim-list.tsx'), 'ClaimList'),
  }),
  refusals: createRoute({
    getParentRoute,
    path: '/refusals',
    validateSearch: searchOf(listRefusals),
    staticData: { title: SCREEN_TITLES.refusal, needs: listRefusals },
    component: lazyScreen(() => import('./refusals/refusal-list.tsx'), 'RefusalList'),
  }),
  requests: createRoute({
    getParentRoute,
    path: '/requests',
    validateSearch: searchOf(listRequests),
    staticData: { title: SCREEN_TITLES.request, needs: listRequests },
    component: lazyScreen(() => import('./requests/request-list.tsx'), 'RequestList'),
  }),
  request: createRoute({
    getParentRoute,
    path: '/requests/$id',
    staticData: { title: SCREEN_TITLES.requestOne, needs: getRequest },
    component: lazyScreen(() => import('./requests/request-detail.tsx'), 'RequestDetail'),
  }),
  alertDestinations: createRoute({
    getParentRoute,
    path: '/alerts/destinations',
    validateSearch: searchOf(listAlertDestinations),
    staticData: { title: SCREEN_TITLES.destination, needs: listAlertDestinations },
    component: lazyScreen(() => import('./alerts/destination-list.tsx'), 'DestinationList'),
  }),
  alerts: createRoute({
    getParentRoute,
    path: '/alerts',
    staticData: { title: SCREEN_TITLES.alerts, needs: listAlerts },
    component: lazyScreen(() => import('./alerts/alert-list.tsx'), 'AlertList'),
  }),
  approvals: createRoute({
    getParentRoute,
    path: '/approvals',
    validateSearch: searchOf(listApprovals),
    staticData: { title: SCREEN_TITLES.approval, needs: listApprovals },
    component: lazyScreen(() => import('./approvals/approval-list.tsx'), 'ApprovalList'),
  }),
  approval: createRoute({
    getParentRoute,
    path: '/approvals/$id',
    staticData: { title: SCREEN_TITLES.approvalOne, needs: getApproval },
    component: lazyScreen(() => import('./approvals/approval-detail.tsx'), 'ApprovalDetail'),
  }),
  newPartner: createRoute({
    getParentRoute,
    path: '/partners/new',
    staticData: { title: SCREEN_TITLES.partnerCreate, needs: createPartner },
    component: lazyScreen(() => import('./partners/new-partner.tsx'), 'NewPartner'),
  }),
  partner: createRoute({
    getParentRoute,
    path: '/partners/$id',
    validateSearch: searchOf(listPartners, ['tab', 'open']),
    staticData: { title: SCREEN_TITLES.partnerOne, needs: getIntegrationHealth },
    component: lazyScreen(() => import('./partners/partner-detail.tsx'), 'PartnerDetail'),
  }),
  /** The steps after the partner exists. The address carries the step, so the work can be left and resumed. */
  partnerSetup: createRoute({
    getParentRoute,
    path: '/partners/$id/setup',
    validateSearch: searchOf(listPartners, ['step', 'open']),
    staticData: { title: SCREEN_TITLES.partnerSetup, needs: updatePartner },
    component: lazyScreen(() => import('./partners/partner-setup.tsx'), 'PartnerSetup'),
  }),
  deliveries: createRoute({
    getParentRoute,
    path: '/deliveries',
    validateSearch: searchOf(listDeliveries, ['open']),
    staticData: { title: SCREEN_TITLES.delivery, needs: listDeliveries },
    component: lazyScreen(() => import('./deliveries/delivery-list.tsx'), 'DeliveryList'),
  }),
  delivery: createRoute({
    getParentRoute,
    path: '/deliveries/$id',
    staticData: { title: SCREEN_TITLES.deliveryOne, needs: getDelivery },
    component: lazyScreen(() => import('./deliveries/delivery-detail.tsx'), 'DeliveryDetail'),
  }),
  /** Where a partner's engineer lands. Other roles have the partner's page. */
  integration: createRoute({
    getParentRoute,
    path: '/integration',
    validateSearch: searchOf(listPartners, ['open']),
    staticData: { title: MENU_WORDS.integration, needs: { roles: ['partner'] } },
    component: lazyScreen(() => import('./integration/integration-health.tsx'), 'IntegrationHealth'),
  }),
  bulk: createRoute({
    getParentRoute,
    path: '/bulk',
    validateSearch: searchOf(listBulk),
    staticData: { title: MENU_WORDS.bulk, needs: listBulk },
    component: lazyScreen(() => import('./bulk/bulk-list.tsx'), 'BulkList'),
  }),
  bulkJob: createRoute({
    getParentRoute,
    path: '/bulk/$id',
    validateSearch: searchOf(listBulkResults),
    staticData: { title: MENU_WORDS.bulkJob, needs: getBulk },
    component: lazyScreen(() => import('./bulk/bulk-job.tsx'), 'BulkJob'),
  }),
  audit: createRoute({
    getParentRoute,
    path: '/audit',
    validateSearch: searchOf(listAudit, ['open']),
    staticData: { title: SCREEN_TITLES.audit, needs: listAudit },
    component: lazyScreen(() => import('./audit/audit-list.tsx'), 'AuditList'),
  }),
  staff: createRoute({
    getParentRoute,
    path: '/staff',
    validateSearch: searchOf(listStaff, ['tab', 'open']),
    staticData: { title: SCREEN_TITLES.staff, needs: listStaff },
    component: lazyScreen(() => import('./staff/staff-and-keys.tsx'), 'StaffAndKeys'),
  }),
  settings: createRoute({
    getParentRoute,
    path: '/settings',
    staticData: { title: SCREEN_TITLES.settings, needs: viewSignInSettings },
    component: lazyScreen(() => import('./settings/settings.tsx'), 'Settings'),
  }),
  account: createRoute({
    getParentRoute,
    path: '/account',
    staticData: { title: SCREEN_TITLES.account },
    component: lazyScreen(() => import('./account/account.tsx'), 'Account'),
  }),
}
