import * as alertDestinations from './admin/alert-destinations.ts'
import * as alerts from './admin/alerts.ts'
import * as approvals from './admin/approvals.ts'
import * as audit from './admin/audit.ts'
import * as badges from './admin/badges.ts'
import * as bulk from './admin/bulk.ts'
import * as bulkJobs from './admin/bulk-jobs.ts'
import * as categories from './admin/categories.ts'
import * as claims from './admin/claims.ts'
import * as codeImports from './admin/code-imports.ts'
import * as codes from './admin/codes.ts'
import * as deactivationCheck from './admin/deactivation-check.ts'
import * as deliveries from './admin/deliveries.ts'
import * as deployments from './admin/deployments.ts'
import * as devices from './admin/devices.ts'
import * as history from './admin/history.ts'
import * as images from './admin/images.ts'
import * as integrationHealth from './admin/integration-health.ts'
import * as keys from './admin/keys.ts'
import * as maintenance from './admin/maintenance.ts'
import * as merchants from './admin/merchants.ts'
import * as notes from './admin/notes.ts'
import * as outletImport from './admin/outlet-import.ts'
import * as outlets from './admin/outlets.ts'
import * as partnerChecks from './admin/partner-checks.ts'
import * as partnerOutlets from './admin/partner-outlets.ts'
import * as partners from './admin/partners.ts'
import * as publishCheck from './admin/publish-check.ts'
import * as redeemability from './admin/redeemability.ts'
import * as adminRedemptions from './admin/redemptions.ts'
import * as refusals from './admin/refusals.ts'
import * as requests from './admin/requests.ts'
import * as adminSandbox from './admin/sandbox.ts'
import * as savedFilters from './admin/saved-filters.ts'
import * as schedule from './admin/schedule.ts'
import * as search from './admin/search.ts'
import * as settings from './admin/settings.ts'
import * as staff from './admin/staff.ts'
import * as statements from './admin/statements.ts'
import * as stats from './admin/stats.ts'
import * as timeline from './admin/timeline.ts'
import * as users from './admin/users.ts'
import * as voucherCalendar from './admin/voucher-calendar.ts'
import * as voucherList from './admin/voucher-list.ts'
import * as vouchers from './admin/vouchers.ts'
import * as webhooks from './admin/webhooks.ts'
import * as browse from './consumer/browse.ts'
import * as redemptionCodes from './consumer/redemption-codes.ts'
import * as consumerRedemptions from './consumer/redemptions.ts'
import * as catalogSearch from './consumer/search.ts'
import * as wallet from './consumer/wallet.ts'
import * as counter from './counter/counter.ts'
import type { Route } from './define-route.ts'
import * as partnerBackend from './integration/partner-backend.ts'
import * as integrationSandbox from './integration/sandbox.ts'
import * as calendar from './public/calendar.ts'
import * as health from './public/health.ts'
import * as account from './session/account.ts'
import * as factors from './session/factors.ts'
import * as passkeys from './session/passkeys.ts'
import * as signIn from './session/sign-in.ts'
import * as singleSignOn from './session/single-sign-on.ts'

/** The files of the contract that define routes. */
const FILES: object[] = [
  browse,
  catalogSearch,
  wallet,
  consumerRedemptions,
  redemptionCodes,
  counter,
  calendar,
  partnerBackend,
  integrationSandbox,
  partners,
  partnerOutlets,
  integrationHealth,
  partnerChecks,
  adminSandbox,
  webhooks,
  deliveries,
  categories,
  merchants,
  deactivationCheck,
  outlets,
  devices,
  outletImport,
  vouchers,
  voucherList,
  voucherCalendar,
  schedule,
  publishCheck,
  codes,
  codeImports,
  images,
  users,
  timeline,
  redeemability,
  claims,
  adminRedemptions,
  bulk,
  bulkJobs,
  notes,
  savedFilters,
  badges,
  refusals,
  requests,
  deployments,
  search,
  history,
  stats,
  statements,
  alerts,
  alertDestinations,
  keys,
  staff,
  account,
  signIn,
  factors,
  singleSignOn,
  settings,
  approvals,
  maintenance,
  audit,
  passkeys,
  health,
]

/** Every route of the contract, in no particular order. */
export const ROUTES: readonly Route[] = FILES.flatMap((file) => Object.values(file)).filter(isRoute)

/** A file exports shapes and constants as well. */
function isRoute(exported: unknown): exported is Route {
  return typeof exported === 'object' && exported !== null && 'method' in exported
}
